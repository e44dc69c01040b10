'use client'
import { CircleHelp, Command, LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ComponentProps } from 'react'
import { toastFailure } from '@/components/ui/toast-failure'
import { cn } from '../ui/cn'
import { IconButton } from '../ui/icon-button'
import { Sheet } from '../ui/sheet'
import { Tooltip } from '../ui/tooltip'
import { server } from './actions'
import { Brand } from './brand'
import { ConversationList } from './list/conversation-list'
import { Opening } from './opening'
import { isAt, PLACES } from './places'
import { useShell } from './shell-context'
import { useOverBudget } from './use-budget'

const THEME = 'mneme.theme'

/** Signs out and deletes what this browser stored: drafts, waiting files, recent searches. */
async function leave(): Promise<void> {
  const result = await server.signOut()
  if (!result.ok) return void toastFailure(result.error)
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key !== THEME) storage.removeItem(key)
  window.location.assign('/access')
}

type Props = { onPalette: () => void; onHelp: () => void }

export function Sidebar(props: Props) {
  const { preferences, setPreferences, drawer, setDrawer } = useShell()
  return (
    <>
      <div
        className={cn(
          'flex shrink-0 flex-col border-line border-r bg-surface transition-[width] duration-150 max-sm:hidden',
          preferences.sidebar ? 'w-64' : 'w-14 items-center',
        )}
      >
        {preferences.sidebar ? (
          <Open {...props} onFold={() => setPreferences({ sidebar: false })} />
        ) : (
          <Folded {...props} onOpen={() => setPreferences({ sidebar: true })} />
        )}
      </div>
      <Sheet
        open={drawer}
        onOpenChange={setDrawer}
        title="Navigation"
        from="left"
        onClick={({ target }) => target instanceof Element && target.closest('a') && setDrawer(false)}
      >
        <Open {...props} />
      </Sheet>
    </>
  )
}

const Open = ({ onPalette, onHelp, onFold }: Props & { onFold?: () => void }) => (
  <>
    <header className="flex h-12 items-center gap-1 pr-2 pl-4">
      <Link href="/" prefetch={false} className="flex flex-1 items-center gap-2 font-semibold text-base">
        <Brand className="size-6" /> Mneme
      </Link>
      <PaletteButton onClick={onPalette} small />
      {onFold && <IconButton icon={<PanelLeftClose />} label="Hide the sidebar" onClick={onFold} small />}
    </header>
    <div className="px-2 pt-1 pb-3">
      <MainNav />
    </div>
    <div className="mx-4 mb-3 h-px bg-line" />
    <ConversationList />
    <footer className="flex items-center justify-end gap-1 border-line border-t px-2 py-1.5">
      <LastButtons onHelp={onHelp} side="top" />
    </footer>
  </>
)

const Folded = ({ onPalette, onHelp, onOpen }: Props & { onOpen: () => void }) => (
  <>
    <header className="flex h-12 items-center">
      <IconButton icon={<PanelLeftOpen />} label="Show the sidebar" onClick={onOpen} side="right" />
    </header>
    <MainNav folded />
    <footer className="mt-0.5 mb-1.5 flex flex-1 flex-col items-center">
      <PaletteButton onClick={onPalette} side="right" />
      <span className="flex-1" />
      <LastButtons onHelp={onHelp} side="right" />
    </footer>
  </>
)

type ButtonProps = Pick<ComponentProps<typeof IconButton>, 'onClick' | 'side' | 'small'>
const PaletteButton = (props: ButtonProps) => (
  <IconButton icon={<Command />} label="Search conversations and commands" keys="Ctrl K" {...props} />
)

function LastButtons({ onHelp, side }: { onHelp: () => void; side: 'top' | 'right' }) {
  const { signedInAs } = useShell()
  return (
    <>
      {signedInAs && (
        <IconButton icon={<LogOut />} label="Sign out" onClick={() => void leave()} side={side} />
      )}
      <IconButton icon={<CircleHelp />} label="Keyboard help" keys="?" onClick={onHelp} side={side} />
    </>
  )
}

function MainNav({ folded = false }: { folded?: boolean }) {
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
