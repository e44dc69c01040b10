'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cn } from '../ui/cn'
import { Tooltip } from '../ui/tooltip'
import { Opening } from './opening'
import { isAt, PLACES } from './places'
import { useOverBudget } from './use-budget'

type Props = { folded?: boolean; onNavigate?: (() => void) | undefined }
export function MainNav({ folded = false, onNavigate }: Props) {
  const pathname = usePathname()
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {PLACES.map(({ name, href, key, icon: Icon, nested }) => {
          const here = isAt(href, pathname)
          const link = (
            <Link
              href={href}
              // Pages are rendered on demand, so there is nothing to prefetch.
              prefetch={false}
              onClick={onNavigate}
              aria-current={here ? 'page' : undefined}
              {...(folded ? { 'aria-label': name } : {})}
              className={cn(
                'flex h-9 items-center pointer-coarse:h-11 gap-2.5 rounded-md px-2.5 font-medium transition-colors duration-150',
                here ? 'bg-accent-soft text-accent' : 'text-ink-soft hover:bg-sunken hover:text-ink',
                folded && 'relative w-9 justify-center px-0',
                nested && !folded && 'ml-5',
              )}
            >
              <Icon aria-hidden className="size-[18px] shrink-0" />
              {!folded && name}
              {!folded && <Opening />}
              {href === '/usage' && <OverBudget folded={folded} />}
            </Link>
          )
          return (
            <li key={href}>
              {folded ? (
                <Tooltip label={name} keys={`g ${key}`} side="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function OverBudget({ folded }: { folded: boolean }) {
  const isOver = useOverBudget()
  if (!isOver) return null
  return folded ? (
    <span className="absolute top-1 right-1 size-2 rounded-full bg-error">
      <span className="sr-only">Over budget</span>
    </span>
  ) : (
    <span className="ml-auto font-normal text-error text-xs">over budget</span>
  )
}
