'use client'
import { ScanSearch } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Menu, MenuItem, MenuNote } from '@/components/ui/menu'
import { useFormat } from '@/components/ui/words/use-format'
import type { TurnDto } from '@/lib/shared/dto'
import { fullWarning, MEMORY_OFF, windowLabel, windowSentence } from './window-words'

/** How many earlier turns a turn's prompts contained word for word, and whether memory was off. */
export function WindowBadge({ turn }: { turn: TurnDto }) {
  const router = useRouter()
  const format = useFormat()
  const { window } = turn
  const label = window && windowLabel(window, format)
  if (!window || !label) return null
  const warning = fullWarning(window, format)
  return (
    <Menu
      label={`Window of turn ${turn.number}`}
      hint={window.reason}
      trigger={
        <button
          type="button"
          className="inline-flex h-6 items-center rounded-md px-1.5 text-ink-faint text-xs transition-colors duration-150 hover:bg-sunken hover:text-ink"
        >
          {label}
        </button>
      }
    >
      <MenuNote>
        <span className="text-ink">Sent word for word: {windowSentence(window, format)}.</span>
        {warning && <span>{warning}</span>}
        {window.recall === 'off' && <span>{MEMORY_OFF}</span>}
      </MenuNote>
      <MenuItem
        icon={<ScanSearch />}
        onSelect={() => router.push(`/c/${turn.conversationId}?turn=${turn.id}`, { scroll: false })}
      >
        Inspect this turn
      </MenuItem>
    </Menu>
  )
}
