'use client'
import { Brain } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import { Menu, type MenuChoice, MenuChoices } from '@/components/ui/menu'
import { limits } from '@/lib/shared/limits'
import type { TurnOptions } from '@/lib/shared/schemas'

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

const AS_SET: MenuChoice<Depth | 'as set'> = {
  value: 'as set',
  label: 'As in Settings',
  note: 'nothing of its own',
}

type Props = { depth: Depth; own: boolean; onChange: (depth: Depth | null) => void }

/**
 * How much the agent may think in this conversation. `own` = chosen here; selecting null removes the choice.
 */
export function ThinkingControl({ depth, own, onChange }: Props) {
  const label = DEPTHS.find((choice) => choice.value === depth)?.label ?? depth
  return (
    <Menu
      label="Thinking"
      side="top"
      trigger={
        <button
          type="button"
          aria-label={`Thinking: ${label}`}
          className={cn(
            'inline-flex h-9 items-center gap-1.5 rounded-md px-2.5 text-sm transition-colors duration-150 hover:bg-sunken',
            depth === 'off' ? 'text-ink-soft' : 'text-accent',
          )}
        >
          <Brain aria-hidden className="size-[18px]" />
          <span className="whitespace-nowrap max-[420px]:sr-only">
            {depth === 'off' ? 'Thinking off' : label}
          </span>
        </button>
      }
    >
      <MenuChoices<Depth | 'as set'>
        value={depth}
        onChange={(picked) => onChange(picked === 'as set' ? null : picked)}
        choices={own ? [...DEPTHS, AS_SET] : DEPTHS}
      />
    </Menu>
  )
}
