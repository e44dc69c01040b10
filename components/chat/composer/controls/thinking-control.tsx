'use client'
import { Brain } from 'lucide-react'
import { PRESET_NAMES, PRESETS, roundsWords } from '@/components/chat/turn/thinking/depth-words'
import type { MenuChoice } from '@/components/ui/menu'
import { limits } from '@/lib/shared/limits'
import type { Chosen } from '@/lib/shared/schemas'
import { ChoiceMenu } from './choice-menu'

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

type Props = { depth: Thinking; own: boolean; isOff: boolean; onChange: (depth: Thinking | null) => void }

const FORBIDDEN: MenuChoice<Thinking>[] = [
  { value: 'off', label: 'Fast', note: 'thinking is turned off on this server' },
]

/** Chooses how much the agent may think in this conversation. `isOff` = the server does not allow thinking. */
export function ThinkingControl({ depth, own, isOff, onChange }: Props) {
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
