'use client'
import { History } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import { Menu, type MenuChoice, MenuChoices } from '@/components/ui/menu'
import type { RecallScope, TurnOptions } from '@/lib/shared/schemas'

export const REACHES: MenuChoice<RecallScope>[] = [
  { value: 'owner', label: 'All conversations', note: 'this one first, then my others' },
  { value: 'conversation', label: 'This conversation', note: 'nothing from elsewhere' },
  { value: 'off', label: 'Off', note: 'nothing is looked up' },
]
export const reachOption = (reach: RecallScope | null): TurnOptions =>
  reach === null ? {} : { recall: reach }

const AS_SET: MenuChoice<RecallScope | 'as set'> = {
  value: 'as set',
  label: 'As in Settings',
  note: 'nothing of its own',
}
const WORDS: Record<RecallScope, { label: string; hint: string }> = {
  owner: {
    label: 'Recalls from all conversations',
    hint: 'Looks for what was said before: in this conversation first, then in your others',
  },
  conversation: {
    label: 'Recalls from this conversation',
    hint: 'Looks for what was said before in this conversation alone',
  },
  off: { label: 'Recalls nothing', hint: 'Looks nothing up; the last turns stay in view' },
}

type Props = { reach: RecallScope; own: boolean; onChange: (reach: RecallScope | null) => void }

/** How far recall looks in this conversation. `own` = chosen here; selecting null removes the choice. */
export function ReachControl({ reach, own, onChange }: Props) {
  const { label, hint } = WORDS[reach]
  return (
    <Menu
      label="Recall reaches"
      hint={hint}
      side="top"
      trigger={
        <button
          type="button"
          className={cn(
            'inline-flex h-9 min-w-0 items-center gap-1.5 rounded-md px-2.5 text-sm transition-colors duration-150 hover:bg-sunken',
            reach === 'off' ? 'text-ink-soft' : 'text-recall',
          )}
        >
          <History aria-hidden className="size-[18px] shrink-0" />
          <span className="truncate max-[480px]:sr-only">{label}</span>
        </button>
      }
    >
      <MenuChoices<RecallScope | 'as set'>
        value={reach}
        onChange={(picked) => onChange(picked === 'as set' ? null : picked)}
        choices={own ? [...REACHES, AS_SET] : REACHES}
      />
    </Menu>
  )
}
