import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; note: string; children?: ReactNode }

/** A message above the composer. `children` are its buttons. */
export const Notice = ({ icon, title, note, children }: Props) => (
  <div
    role="status"
    className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-soft"
  >
    {icon}
    <p className="min-w-0 flex-1 basis-52 break-words">
      <span className="font-medium">{title}</span> <span className="text-ink-soft">{note}</span>
    </p>
    {children && <div className="flex items-center gap-2">{children}</div>}
  </div>
)
