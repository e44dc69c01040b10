import type { ReactNode } from 'react'

type Props = { title: string; children?: ReactNode; action?: ReactNode; icon?: ReactNode }

export const EmptyState = ({ title, children, action, icon }: Props) => (
  <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
    {icon && <span className="mb-1 text-ink-faint [&_svg]:size-7">{icon}</span>}
    <p className="font-medium text-ink">{title}</p>
    {children && <p className="max-w-72 text-ink-soft">{children}</p>}
    {action && <div className="mt-3">{action}</div>}
  </div>
)
