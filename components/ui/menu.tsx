'use client'
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn'
import { Tooltip } from './tooltip'

const ITEM =
  'pointer-coarse:min-h-11 flex cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-sunken [&_svg]:size-4'

type MenuProps = {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  label: string
  hint?: string | undefined
}

/** `hint` = the button's tooltip. */
export function Menu({ trigger, children, align = 'start', side, label, hint }: MenuProps) {
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
            {children}
          </Radix.Content>
        </section>
      </Radix.Portal>
    </Radix.Root>
  )
}

type MenuItemProps = {
  onSelect: () => void
  icon?: ReactNode
  danger?: boolean
  children: ReactNode
}
export function MenuItem({ onSelect, icon, danger, children }: MenuItemProps) {
  return (
    <Radix.Item onSelect={onSelect} className={cn(ITEM, danger ? 'text-error' : 'text-ink')}>
      {icon}
      {children}
    </Radix.Item>
  )
}

export type MenuChoice<V extends string> = { value: V; label: string; note?: string }
type MenuChoicesProps<V extends string> = {
  value: V
  onChange: (value: V) => void
  choices: MenuChoice<V>[]
}
export function MenuChoices<V extends string>({ value, onChange, choices }: MenuChoicesProps<V>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as V)}>
      {choices.map((choice) => (
        <Radix.RadioItem key={choice.value} value={choice.value} className={cn(ITEM, 'items-start')}>
          <Check aria-hidden className={cn('mt-0.5 text-accent', choice.value !== value && 'invisible')} />
          <span className="flex flex-col">
            <span className="font-medium">{choice.label}</span>
            {choice.note && <span className="text-ink-soft text-xs">{choice.note}</span>}
          </span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}
