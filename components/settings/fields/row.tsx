import type { ReactNode } from 'react'

type Props = { name: string; help?: string; children: ReactNode }
export const Row = ({ name, help, children }: Props) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-medium">{name}</p>
      <p className="text-ink-soft empty:hidden">{help}</p>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)
