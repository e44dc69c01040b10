'use client'
import { History } from 'lucide-react'
import type { MenuChoice } from '@/components/ui/menu'
import type { RecallScope, TurnOptions } from '@/lib/shared/schemas'
import { ChoiceMenu } from './choice-menu'

export const REACHES: MenuChoice<RecallScope>[] = [
  { value: 'owner', label: 'All conversations', note: 'this one first, then my others' },
  { value: 'conversation', label: 'This conversation', note: 'nothing from elsewhere' },
  { value: 'off', label: 'Off', note: 'nothing is looked up' },
]
export const reachOption = (reach: RecallScope | null): TurnOptions =>
  reach === null ? {} : { recall: reach }

const WORDS: Record<RecallScope, { label: string; hint: string }> = {
  owner: {
    label: 'Recalls from all conversations',
    hint: 'Looks for what was said before: in this conversation first, then in your others',
  },
  conversation: {
    label: 'Recalls from this conversation',
    hint: 'Looks for what was said before in this conversation alone',
  },
  off: { label: 'Recalls nothing', hint: 'No recall; recent turns stay visible' },
}

type Props = { reach: RecallScope; own: boolean; onChange: (reach: RecallScope | null) => void }

/** How far recall looks in this conversation. */
export function ReachControl({ reach, own, onChange }: Props) {
  const { label, hint } = WORDS[reach]
  const tone = reach === 'off' ? 'text-ink-soft' : 'text-recall'
  const choice = { choices: REACHES, value: reach, own, onChange }
  return (
    <ChoiceMenu label="Recall reaches" hint={hint} tone={tone} {...choice}>
      <History aria-hidden className="size-[18px] shrink-0" />
      <span className="truncate max-[480px]:sr-only">{label}</span>
    </ChoiceMenu>
  )
}
