'use client'
import type { ReactNode } from 'react'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { useShell } from '@/components/shell/shell-context'
import { Select } from '@/components/ui/select'
import { FilterBox } from './filter-box'

const ALL = '*'
const TITLE_CHARS = 48
const cut = (title: string) => (title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS - 1)}…` : title)

/** Which memory is shown, how, and filtered by what. `children` = the choice of views. */
export function Toolbar({ state, children }: { state: MemoryState; children: ReactNode }) {
  const { conversations } = useShell()
  const { place, part, text } = state
  const titles = new Map([...conversations, ...part.graph.conversations].map(({ id, title }) => [id, title]))
  const options = [...titles].map(([value, title]) => ({ value, label: cut(title) }))
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pt-2.5 pb-2">
      {children}
      <div className="max-w-56 [&>button]:h-8 [&>button]:max-w-56 [&>button]:border-line [&_span]:truncate">
        <Select
          label="Conversation"
          value={place.conversation ?? ALL}
          options={[{ value: ALL, label: 'All conversations' }, ...options]}
          onChange={(value) => state.changeConversation(value === ALL ? null : value)}
        />
      </div>
      <FilterBox
        text={text}
        onChange={state.setText}
        // Typing already goes to what matches; Time alone also shows other turns.
        onEnter={() => place.view === 'time' && text.trim() && state.find(text.trim())}
      />
    </div>
  )
}
