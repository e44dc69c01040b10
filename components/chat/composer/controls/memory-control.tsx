'use client'
import { History } from 'lucide-react'
import type { MenuChoice } from '@/components/ui/menu'
import type { Chosen, RecallScope } from '@/lib/shared/schemas'
import { ChoiceMenu } from './choice-menu'

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

type Props = { scope: RecallScope; own: boolean; onChange: (scope: RecallScope | null) => void }

export function MemoryControl({ scope, own, onChange }: Props) {
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
