'use client'
import { Brain } from 'lucide-react'
import type { MenuChoice } from '@/components/ui/menu'
import { limits } from '@/lib/shared/limits'
import type { TurnOptions } from '@/lib/shared/schemas'
import { ChoiceMenu } from './choice-menu'

export type Depth = 'off' | 'quick' | 'standard' | 'thorough' | 'research'
const { presets } = limits.thinking
const upTo = (rounds: number) => `up to ${rounds} rounds`
export const DEPTHS: MenuChoice<Depth>[] = [
  { value: 'off', label: 'Off', note: 'answer at once' },
  { value: 'quick', label: 'Quick', note: upTo(presets.quick.maxRounds) },
  { value: 'standard', label: 'Standard', note: upTo(presets.standard.maxRounds) },
  { value: 'thorough', label: 'Thorough', note: upTo(presets.thorough.maxRounds) },
  { value: 'research', label: 'Research', note: upTo(presets.research.maxRounds) },
]
export const optionsFor = (depth: Depth | null): TurnOptions =>
  depth === null ? {} : depth === 'off' ? { thinking: false } : { thinking: true, preset: depth }

type Props = { depth: Depth; own: boolean; onChange: (depth: Depth | null) => void }

/** How much the agent may think in this conversation. */
export function ThinkingControl({ depth, own, onChange }: Props) {
  const label = DEPTHS.find((choice) => choice.value === depth)?.label ?? depth
  const tone = depth === 'off' ? 'text-ink-soft' : 'text-accent'
  const choice = { choices: DEPTHS, value: depth, own, onChange }
  return (
    <ChoiceMenu label="Thinking" name={`Thinking: ${label}`} tone={tone} {...choice}>
      <Brain aria-hidden className="size-[18px] shrink-0" />
      <span className="whitespace-nowrap max-[420px]:sr-only">
        {depth === 'off' ? 'Thinking off' : label}
      </span>
    </ChoiceMenu>
  )
}
