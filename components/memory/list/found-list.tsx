'use client'
import { NodeGlyph } from '@/components/memory/toolbar/kind-glyph'
import type { Found } from '@/components/memory/toolbar/use-found'
import { useFormat } from '@/components/ui/words/use-format'
import type { GraphNode } from '@/lib/shared/memory/graph'
import { UNTITLED } from '@/lib/shared/untitled'

const FIRST = 30
type Props = { found: Found; selected: string | null; onShow(node: GraphNode): void; onAll(): void }

/** The turns that a search found, wherever they are in memory. */
export function FoundList({ found: { turns, titles }, selected, onShow, onAll }: Props) {
  const format = useFormat()
  return (
    <section
      aria-label="Found turns"
      className="flex max-h-[45%] min-h-0 shrink-0 flex-col border-line border-b"
    >
      <header className="flex h-9 shrink-0 items-center justify-between px-3 text-ink-soft text-xs">
        <h2 className="font-medium text-ink text-sm">Found</h2>
        <span className="tabular">{format.plural(turns.length, 'turn')}</span>
      </header>
      {turns.length === 0 ? (
        <p className="px-3 pb-3 text-ink-soft text-xs">
          No turn contains these words. Try fewer or other ones.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul tabIndex={0} className="min-h-0 overflow-y-auto pb-1.5 -outline-offset-2">
          {turns.slice(0, FIRST).map((node) => (
            <li key={node.id}>
              <button
                type="button"
                aria-current={selected === node.id || undefined}
                onClick={() => onShow(node)}
                className="flex w-full items-start gap-2 px-3 py-1 text-left -outline-offset-2 hover:bg-sunken aria-[current]:bg-accent-soft"
              >
                <NodeGlyph kind="turn" hue={node.hue} className="mt-0.5 size-3.5 shrink-0" />
                <span className="min-w-0">
                  <span className="line-clamp-1 break-words text-sm">{node.label}</span>
                  <span className="line-clamp-1 text-ink-soft text-xs tabular">
                    Turn {node.turnNumber} of {titles.get(node.conversationId) || UNTITLED} ·{' '}
                    {format.day(new Date(node.at))}
                  </span>
                </span>
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={onAll}
              className="mx-3 my-1 font-medium text-accent text-xs hover:underline"
            >
              Show {turns.length > FIRST ? `all ${format.number(turns.length)}` : 'them'} in Time
            </button>
          </li>
        </ul>
      )}
    </section>
  )
}
