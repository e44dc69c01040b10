'use client'
import { type ReactNode, useMemo } from 'react'
import { useShell } from '@/components/shell/shell-context'
import { Select } from '@/components/ui/select'
import type { GraphDto } from '@/lib/shared/graph'
import { FilterBox } from './filter-box'

const ALL = '*'
const TITLE_CHARS = 48
const cut = (title: string) => (title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS - 1)}…` : title)

type Props = {
  conversation: string | null
  graph: GraphDto
  text: string
  onText(text: string): void
  onConversation(conversation: string | null): void
  /** Enter in the filter: search beyond the page. */
  onFind(text: string): void
  children: ReactNode
}

/** Which memory is shown, how, and filtered by what. `children` = the choice of views. */
export function Toolbar({ conversation, graph, text, onText, onConversation, onFind, children }: Props) {
  const { conversations } = useShell()
  const options = useMemo(() => {
    const titles = new Map([...conversations, ...graph.conversations].map(({ id, title }) => [id, title]))
    return [
      { value: ALL, label: 'All conversations' },
      ...[...titles].map(([value, title]) => ({ value, label: cut(title) })),
    ]
  }, [conversations, graph.conversations])
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pt-2.5 pb-2">
      {children}
      <div className="max-w-56 [&>button]:h-8 [&>button]:max-w-56 [&>button]:border-line [&_span]:truncate">
        <Select
          label="Conversation"
          value={conversation ?? ALL}
          options={options}
          onChange={(value) => onConversation(value === ALL ? null : value)}
        />
      </div>
      <FilterBox text={text} onChange={onText} onEnter={() => text.trim() && onFind(text.trim())} />
    </div>
  )
}
