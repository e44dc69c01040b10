'use client'
import { History } from 'lucide-react'
import type { RecallScope, TurnOptions } from '@/lib/shared/schemas'
import { cn } from '../ui/cn'
import { Menu, type MenuChoice, MenuChoices } from '../ui/menu'

export const REACHES: MenuChoice<RecallScope>[] = [
  { value: 'owner', label: 'All conversations', note: 'this one first, then my others' },
  { value: 'conversation', label: 'This conversation', note: 'nothing from elsewhere' },
  { value: 'off', label: 'Off', note: 'nothing is looked up' },
]
export const reachOption = (reach: RecallScope | null): TurnOptions => (reach === null ? {} : { recall: reach })

const AS_SET: MenuChoice<RecallScope | 'as set'> = { value: 'as set', label: 'As in Settings', note: 'nothing of its own' }
const SHORT: Record<RecallScope, string> = { owner: 'Recalls all', conversation: 'Recalls here', off: 'Recall off' }

/** How far recall reaches in this conversation. `own` = it was picked here; null takes that back. */
export function ReachControl({ reach, own, onChange }: { reach: RecallScope; own: boolean; onChange: (reach: RecallScope | null) => void }) {
  return (
    <Menu
      label="Recall reaches"
      side="top"
      trigger={
        <button
          type="button"
          aria-label={`Recall reaches: ${REACHES.find((choice) => choice.value === reach)?.label ?? reach}`}
          className={cn(
            'inline-flex h-9 items-center gap-1.5 rounded-md px-2.5 text-sm transition-colors duration-150 hover:bg-sunken',
            reach === 'off' ? 'text-ink-soft' : 'text-recall',
          )}
        >
          <History aria-hidden className="size-[18px]" />
          <span className="max-[480px]:sr-only">{SHORT[reach]}</span>
        </button>
      }
    >
      <MenuChoices<RecallScope | 'as set'> value={reach} onChange={(picked) => onChange(picked === 'as set' ? null : picked)} choices={own ? [...REACHES, AS_SET] : REACHES} />
    </Menu>
  )
}
