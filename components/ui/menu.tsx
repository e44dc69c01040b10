'use client'
import { Check, Ellipsis } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode, Ref } from 'react'
import { cn } from './cn'
import { Tooltip } from './tooltip'
import { useFormat } from './words/use-format'

const ITEM =
  'pointer-coarse:min-h-11 flex cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-sunken [&_svg]:size-4'

type MenuAction = { label: string; icon?: ReactNode; danger?: boolean | undefined; run(): unknown }
/** For what opens a dialog: the menu closes and gives the focus back first. */
export const later = (run: () => void) => () => void setTimeout(run)

type MenuProps = {
  label: string
  items?: readonly (MenuAction | false | null | undefined)[]
  children?: ReactNode
  /** The trigger; by default three dots, with their `className` and `button`. */
  trigger?: ReactNode
  className?: string
  button?: Ref<HTMLButtonElement>
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  hint?: string | undefined
}

export function Menu({ label, items = [], children, align = 'start', side, hint, ...dots }: MenuProps) {
  const { button, className = 'text-ink-soft' } = dots
  const trigger = dots.trigger ?? (
    <button
      ref={button}
      type="button"
      aria-label={label}
      className={cn(
        'inline-flex size-7 pointer-coarse:size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  )
  const opener = <Radix.Trigger asChild>{trigger}</Radix.Trigger>
  return (
    <Radix.Root modal={false}>
      {hint ? (
        <Tooltip label={hint} side="top">
          {opener}
        </Tooltip>
      ) : (
        opener
      )}
      <Radix.Portal>
        {/* A menu hangs at the end of the page; the region around it is its place among the landmarks. */}
        <section aria-label={`${label} menu`}>
          <Radix.Content
            aria-label={label}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            {...(side ? { side } : {})}
            // A closing toast gives the focus back, which must not close a menu that was opened meanwhile.
            onFocusOutside={(event) => event.preventDefault()}
            className="z-50 min-w-44 max-w-72 animate-appear rounded-lg border border-line bg-raised p-1 shadow-float"
          >
            {items.map(
              (item) =>
                item && (
                  <Radix.Item
                    key={item.label}
                    onSelect={() => void item.run()}
                    className={cn(ITEM, item.danger ? 'text-error' : 'text-ink')}
                  >
                    {item.icon}
                    {item.label}
                  </Radix.Item>
                ),
            )}
            {children}
          </Radix.Content>
        </section>
      </Radix.Portal>
    </Radix.Root>
  )
}

export type MenuChoice<V extends string> = {
  value: V
  label: string
  note?: string
  count?: number | undefined
}
type MenuChoicesProps<V extends string> = {
  value: V
  onChange: (value: V) => void
  choices: MenuChoice<V>[]
}
export function MenuChoices<V extends string>({ value, onChange, choices }: MenuChoicesProps<V>) {
  const { number } = useFormat()
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as V)}>
      {choices.map((choice) => (
        <Radix.RadioItem key={choice.value} value={choice.value} className={cn(ITEM, 'items-start')}>
          <Check aria-hidden className={cn('mt-0.5 text-accent', choice.value !== value && 'invisible')} />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className={choice.note ? 'font-medium' : 'truncate'}>{choice.label}</span>
            {choice.note && <span className="text-ink-soft text-xs">{choice.note}</span>}
          </span>
          {choice.count !== undefined && (
            <span className="text-ink-faint text-xs tabular">{number(choice.count)}</span>
          )}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}
