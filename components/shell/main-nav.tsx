'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cn } from '../ui/cn'
import { Tooltip } from '../ui/tooltip'
import { Opening } from './opening'
import { isAt, PLACES } from './places'

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
                'flex h-9 items-center gap-2.5 rounded-md px-2.5 font-medium transition-colors duration-150',
                here ? 'bg-accent-soft text-accent' : 'text-ink-soft hover:bg-sunken hover:text-ink',
                folded && 'w-9 justify-center px-0',
                nested && !folded && 'ml-5',
              )}
            >
              <Icon aria-hidden className="size-[18px] shrink-0" />
              {!folded && name}
              {!folded && <Opening />}
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
