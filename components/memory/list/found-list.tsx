'use client'
import { periodWords } from '@/components/memory/calendar/strip'
import { NodeGlyph } from '@/components/memory/toolbar/kind-glyph'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { Marked } from '@/components/search/results/marked'
import { Button } from '@/components/ui/button'
import { ScrollArea } from '@/components/ui/scroll-area'
import { useFormat } from '@/components/ui/words/use-format'
import type { GraphNode } from '@/lib/shared/memory/graph'
import type { SearchExcerpt } from '@/lib/shared/memory/search'
import { placesIn, soughtIn } from '@/lib/shared/memory/sought'
import { UNTITLED } from '@/lib/shared/untitled'
import type { ListGroup } from './list-rows'
import { type ListProps, MemoryList } from './memory-list'

const FIRST = 30
type Props = Omit<ListProps, 'part' | 'title' | 'groups'> & {
  found: NonNullable<MemoryState['found']>
  text: string
  /** What else in the picture matches. */
  others: ListGroup[]
  onShow(node: GraphNode): void
  onAllTime(): void
}

export function FoundList({ found, text, others, onShow, onAllTime, ...list }: Props) {
  const { turns, titles, period, isElsewhere } = found
  const format = useFormat()
  return (
    <>
      <section aria-label="Found messages" className="flex min-h-0 flex-[2] flex-col border-line border-b">
        <header className="flex h-9 shrink-0 items-center justify-between px-3 text-ink-soft text-xs">
          <h2 className="font-medium text-ink text-sm">Found</h2>
          <span className="tabular">{format.plural(turns.length, 'message')}</span>
        </header>
        {period && isElsewhere && (
          <p className="flex items-center justify-between gap-2 px-3 pb-2 text-ink-soft text-xs">
            {turns.length === 0 ? 'None in' : 'Only'} {periodWords(period, format)}
            <Button size="sm" onClick={onAllTime}>
              Search all time
            </Button>
          </p>
        )}
        {turns.length === 0 ? (
          !isElsewhere && (
            <p className="px-3 pb-3 text-ink-soft text-xs">
              No messages contain these words. Try fewer or different words.
            </p>
          )
        ) : (
          <ScrollArea as="ul" className="min-h-0 overflow-y-auto pb-1.5 -outline-offset-2">
            {turns.slice(0, FIRST).map((node) => (
              <li key={node.id}>
                <button
                  type="button"
                  aria-current={list.selected === node.id || undefined}
                  onClick={() => onShow(node)}
                  className="flex w-full items-start gap-2 px-3 py-1 text-left -outline-offset-2 hover:bg-sunken aria-[current]:bg-accent-soft"
                >
                  <NodeGlyph kind="turn" hue={node.hue} className="mt-0.5 size-3.5 shrink-0" />
                  <span className="min-w-0">
                    <span className="line-clamp-2 break-words text-sm">
                      <Marked excerpt={excerptOf(node.label, text)} />
                    </span>
                    <span className="line-clamp-1 text-ink-soft text-xs tabular">
                      Message {node.turnNumber} of {titles.get(node.conversationId) || UNTITLED} ·{' '}
                      {format.day(new Date(node.at))}
                    </span>
                  </span>
                </button>
              </li>
            ))}
            {turns.length > FIRST && (
              <li className="px-3 py-1 text-ink-soft text-xs tabular">
                The best {format.number(FIRST)} are shown. Use more words to find others.
              </li>
            )}
          </ScrollArea>
        )}
      </section>
      {others.length > 0 && <MemoryList title="In the picture" groups={others} {...list} />}
    </>
  )
}

function excerptOf(line: string, text: string): SearchExcerpt {
  return { text: line, marks: placesIn(line, soughtIn(text)).marks, before: false, after: false }
}
