'use client'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { Menu, type MenuChoice, MenuChoices } from '@/components/ui/menu'

const AS_SET = { value: 'as set', label: 'Default', note: 'from Settings' } as const
type Props<V extends string> = {
  label: string
  hint?: string
  /** The button's accessible name, where its text does not say it all. */
  name?: string
  tone: string
  choices: MenuChoice<V>[]
  value: V
  own: boolean
  onChange: (value: V | null) => void
  children: ReactNode
}

/** A choice for this conversation. `own` = chosen here; selecting null removes the choice. */
export function ChoiceMenu<V extends string>({ label, hint, name, tone, children, ...choice }: Props<V>) {
  const { choices, value, own, onChange } = choice
  return (
    <Menu
      label={label}
      hint={hint}
      side="top"
      trigger={
        <button
          type="button"
          aria-label={name}
          className={cn(
            'inline-flex h-9 shrink-0 items-center pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center gap-1.5 rounded-md px-2.5 text-sm transition-colors duration-150 hover:bg-sunken',
            tone,
          )}
        >
          {children}
        </button>
      }
    >
      <MenuChoices<V | 'as set'>
        value={value}
        onChange={(picked) => onChange(picked === 'as set' ? null : picked)}
        choices={own ? [...choices, AS_SET] : choices}
      />
    </Menu>
  )
}
