import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonClass } from './button'
import { cn } from './cn'

type Props = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The address and the words of a link, as the action. */
  link?: readonly [string, string]
  icon?: ReactNode
}

export const EmptyState = ({ title, children, action, link, icon }: Props) => (
  <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
    {icon && <span className="mb-1 text-ink-faint [&_svg]:size-7">{icon}</span>}
    <p className="font-medium text-ink">{title}</p>
    {children && <p className="max-w-72 text-ink-soft">{children}</p>}
    {action && <div className="mt-3">{action}</div>}
    {link && (
      <Link href={link[0]} className={cn('mt-3', buttonClass({ look: 'primary' }))}>
        {link[1]}
      </Link>
    )}
  </div>
)
