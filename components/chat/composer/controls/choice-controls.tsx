'use client'
import { Brain, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { PRESET_NAMES, PRESETS, roundsWords } from '@/components/chat/turn/thinking/depth-words'
import { cn } from '@/components/ui/cn'
import { Menu, type MenuChoice, MenuChoices } from '@/components/ui/menu'
import { limits } from '@/lib/shared/limits'
import type { Chosen, RecallScope } from '@/lib/shared/schemas'

const AS_SET = { value: 'as set', label: 'Default', note: 'from Settings' } as const
type MenuProps<V extends string> = {
  label: string
  hint?: string
  /** The accessible name, if the button's text is not enough. */
  name?: string
  tone: string
  choices: MenuChoice<V>[]
  value: V
  own: boolean
  onChange: (value: V | null) => void
  children: ReactNode
}

/** A menu that sets a choice for this conversation. `own` = it was set here; null goes back to the default. */
export function ChoiceMenu<V extends string>({ label, hint, name, tone, children, ...choice }: MenuProps<V>) {
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

export const SCOPE_CHOICES: MenuChoice<RecallScope>[] = [
  { value: 'owner', label: 'All conversations', note: 'this one first, then your others' },
  { value: 'conversation', label: 'This conversation', note: 'this one only' },
  { value: 'off', label: 'Off', note: 'recall nothing' },
]
export const scopeOption = (scope: RecallScope | null): Chosen => (scope === null ? {} : { recall: scope })

const WORDS: Record<RecallScope, { short: string; name: string; hint: string }> = {
  owner: {
    short: 'Memory',
    name: 'Memory: all conversations',
    hint: 'Recalls from this conversation first, then your others',
  },
  conversation: {
    short: 'Memory: here',
    name: 'Memory: this conversation',
    hint: 'Recalls from this conversation only',
  },
  off: { short: 'Memory off', name: 'Memory: off', hint: 'Nothing is recalled or learned' },
}

type MemoryProps = { scope: RecallScope; own: boolean; onChange: (scope: RecallScope | null) => void }

export function MemoryControl({ scope, own, onChange }: MemoryProps) {
  const { short, name, hint } = WORDS[scope]
  const tone = scope === 'off' ? 'text-ink-soft' : 'text-recall'
  const choice = { choices: SCOPE_CHOICES, value: scope, own, onChange }
  return (
    <ChoiceMenu label="Memory" name={name} hint={hint} tone={tone} {...choice}>
      <History aria-hidden className="size-[18px] shrink-0" />
      <span className="@max-[26rem]:sr-only whitespace-nowrap">{short}</span>
    </ChoiceMenu>
  )
}

/** `off` = fast mode. */
export type Thinking = 'auto' | 'off' | 'quick' | 'standard' | 'thorough' | 'research'
const levels = PRESETS.map((value) => ({
  value,
  label: PRESET_NAMES[value],
  note: roundsWords(limits.thinking.presets[value].maxRounds),
}))
export const THINKING: MenuChoice<Thinking>[] = [
  { value: 'auto', label: 'Auto', note: 'decided for each message' },
  { value: 'off', label: 'Fast', note: 'answers at once' },
  ...levels,
]
export const optionsFor = (depth: Thinking | null): Chosen =>
  depth === null ? {} : depth === 'off' ? { thinking: false } : { thinking: true, preset: depth }

type ThinkingProps = {
  depth: Thinking
  own: boolean
  isOff: boolean
  onChange: (depth: Thinking | null) => void
}

const FORBIDDEN: MenuChoice<Thinking>[] = [
  { value: 'off', label: 'Fast', note: 'thinking is turned off on this server' },
]

/** Chooses how much the agent may think in this conversation. `isOff` = the server does not allow thinking. */
export function ThinkingControl({ depth, own, isOff, onChange }: ThinkingProps) {
  const label = THINKING.find((choice) => choice.value === depth)?.label ?? depth
  const tone = depth === 'off' ? 'text-ink-soft' : 'text-accent'
  const choice = { choices: isOff ? FORBIDDEN : THINKING, value: depth, own, onChange }
  return (
    <ChoiceMenu label="Thinking" name={`Thinking: ${label}`} tone={tone} {...choice}>
      <Brain aria-hidden className="size-[18px] shrink-0" />
      <span className="@max-[26rem]:sr-only whitespace-nowrap">{depth === 'auto' ? 'Thinking' : label}</span>
    </ChoiceMenu>
  )
}
