'use client'
import { History } from 'lucide-react'
import type { MenuChoice } from '@/components/ui/menu'
import type { RecallScope, TurnOptions } from '@/lib/shared/schemas'
import { ChoiceMenu } from './choice-menu'

export const REACHES: MenuChoice<RecallScope>[] = [
  { value: 'owner', label: 'All conversations', note: 'this one first, then the others' },
  { value: 'conversation', label: 'This conversation', note: 'this one only' },
  { value: 'off', label: 'Off', note: 'nothing is looked up' },
]
export const reachOption = (reach: RecallScope | null): TurnOptions =>
  reach === null ? {} : { recall: reach }

/** Off is the switch beside it. */
const WHERE = REACHES.filter(({ value }) => value !== 'off')
const WORDS: Record<RecallScope, { label: string; hint: string }> = {
  owner: {
    label: 'from all conversations',
    hint: 'Recalls from this conversation first, then from your others',
  },
  conversation: {
    label: 'from this conversation',
    hint: 'Recalls from this conversation only',
  },
  off: { label: 'nothing', hint: 'Memory is off' },
}

type Props = { reach: RecallScope; own: boolean; onChange: (reach: RecallScope | null) => void }

/** How far recall looks in this conversation. */
export function ReachControl({ reach, own, onChange }: Props) {
  const { label, hint } = WORDS[reach]
  const choice = { choices: WHERE, value: reach, own, onChange }
  return (
    <ChoiceMenu label="Recall reaches" name={`Recalls ${label}`} hint={hint} tone="text-recall" {...choice}>
      <History aria-hidden className="size-[18px] shrink-0" />
      <span className="truncate max-[640px]:sr-only">{label}</span>
    </ChoiceMenu>
  )
}
