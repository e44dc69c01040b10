'use client'
import { Brain, History, type LucideIcon } from 'lucide-react'
import { PRESET_NAMES, PRESETS, roundsWords } from '@/components/chat/turn/thinking/depth-words'
import { cn } from '@/components/ui/cn'
import { Menu, type MenuChoice, MenuChoices } from '@/components/ui/menu'
import { limits } from '@/lib/shared/limits'
import type { Chosen, RecallScope } from '@/lib/shared/schemas'

/** A choice for one conversation. `own` = it was made there; null goes back to that of Settings. */
export type OwnChoice<V> = { shown: V; own: boolean; pick(value: V | null): void }

const AS_SET = { value: 'as set', label: 'Default', note: 'from Settings' } as const
type MenuProps<V extends string> = {
  label: string
  hint?: string
  Icon: LucideIcon
  /** On the button, if there is room; `name` is its accessible name. */
  text: string
  name: string
  tone: string
  choices: MenuChoice<V>[]
  choice: OwnChoice<V>
}

function ChoiceMenu<V extends string>({ label, hint, choices, choice, ...button }: MenuProps<V>) {
  const { Icon, text, name, tone } = button
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
          <Icon aria-hidden className="size-[18px] shrink-0" />
          <span className="@max-[26rem]:sr-only whitespace-nowrap">{text}</span>
        </button>
      }
    >
      <MenuChoices<V | 'as set'>
        value={choice.shown}
        onChange={(picked) => choice.pick(picked === 'as set' ? null : picked)}
        choices={choice.own ? [...choices, AS_SET] : choices}
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

const WORDS: Record<RecallScope, { text: string; name: string; hint: string }> = {
  owner: {
    text: 'Memory',
    name: 'Memory: all conversations',
    hint: 'Recalls from this conversation first, then your others',
  },
  conversation: {
    text: 'Memory: here',
    name: 'Memory: this conversation',
    hint: 'Recalls from this conversation only',
  },
  off: { text: 'Memory off', name: 'Memory: off', hint: 'Nothing is recalled or learned' },
}

export const MemoryControl = ({ choice }: { choice: OwnChoice<RecallScope> }) => (
  <ChoiceMenu
    label="Memory"
    Icon={History}
    {...WORDS[choice.shown]}
    tone={choice.shown === 'off' ? 'text-ink-soft' : 'text-recall'}
    choices={SCOPE_CHOICES}
    choice={choice}
  />
)

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

const FORBIDDEN: MenuChoice<Thinking>[] = [
  { value: 'off', label: 'Fast', note: 'thinking is turned off on this server' },
]

/** Chooses how much the agent may think in this conversation. `isOff` = the server does not allow thinking. */
export function ThinkingControl({ choice, isOff }: { choice: OwnChoice<Thinking>; isOff: boolean }) {
  const depth = choice.shown
  const label = THINKING.find(({ value }) => value === depth)?.label ?? depth
  return (
    <ChoiceMenu
      label="Thinking"
      Icon={Brain}
      text={depth === 'auto' ? 'Thinking' : label}
      name={`Thinking: ${label}`}
      tone={depth === 'off' ? 'text-ink-soft' : 'text-accent'}
      choices={isOff ? FORBIDDEN : THINKING}
      choice={choice}
    />
  )
}
