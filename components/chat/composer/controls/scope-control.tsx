'use client'
import { History } from 'lucide-react'
import type { MenuChoice } from '@/components/ui/menu'
import type { RecallScope, TurnOptions } from '@/lib/shared/schemas'
import { ChoiceMenu } from './choice-menu'

export const SCOPE_CHOICES: MenuChoice<RecallScope>[] = [
  { value: 'owner', label: 'All conversations', note: 'this one first, then your others' },
  { value: 'conversation', label: 'This conversation', note: 'this one only' },
  { value: 'off', label: 'Off', note: 'recall nothing' },
]
export const scopeOption = (scope: RecallScope | null): TurnOptions =>
  scope === null ? {} : { recall: scope }

const WORDS: Record<RecallScope, { label: string; short: string; hint: string }> = {
  owner: {
    label: 'from all conversations',
    short: 'Everywhere',
    hint: 'Recalls from this conversation first, then your others',
  },
  conversation: {
    label: 'from this conversation',
    short: 'Here only',
    hint: 'Recalls from this conversation only',
  },
  off: { label: 'nothing', short: 'Nowhere', hint: 'Memory is off' },
}
/** The menu uses the button's words. "Off" is the switch next to it. */
const WHERE: MenuChoice<RecallScope>[] = [
  { value: 'owner', label: WORDS.owner.short, note: 'this conversation first, then your others' },
  { value: 'conversation', label: WORDS.conversation.short, note: 'this conversation' },
]

type Props = { scope: RecallScope; own: boolean; onChange: (scope: RecallScope | null) => void }

/** How far recall looks in this conversation. */
export function ScopeControl({ scope, own, onChange }: Props) {
  const { label, short, hint } = WORDS[scope]
  const choice = { choices: WHERE, value: scope, own, onChange }
  return (
    <ChoiceMenu
      label="Recall from"
      name={`Recalls ${label}: ${short}`}
      hint={hint}
      tone="text-recall"
      {...choice}
    >
      <History aria-hidden className="size-[18px] shrink-0" />
      <span className="@max-[39rem]:sr-only truncate group-data-busy/controls:sr-only">{short}</span>
    </ChoiceMenu>
  )
}
