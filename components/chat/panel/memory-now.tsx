'use client'
import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { RecallChip } from '@/components/chat/turn/recalls/recall-chip'
import { RecalledWords } from '@/components/chat/turn/recalls/recalled-words'
import { type FoundMemory, foundIn, hitKey, isCited } from '@/components/chat/turn/turn-facts'
import { useShell } from '@/components/shell/shell-context'
import { useTitle } from '@/components/shell/use-title'
import { EmptyState } from '@/components/ui/empty-state'
import { Excerpt } from '@/components/ui/markdown/excerpt'
import { RelativeTime } from '@/components/ui/words/relative-time'
import { useFormat } from '@/components/ui/words/use-format'
import type { TurnDto } from '@/lib/shared/dto'
import { MEMORY_OFF } from '../turn/thinking/window-words'
import { layoutMemory } from './memory-layout'
import { MemoryPicture } from './memory-picture'

export function MemoryNow({ turn }: { turn: TurnDto | null }) {
  const frame = useRef<HTMLDivElement>(null)
  const { preferences } = useShell()
  const width = useWidth(frame, preferences.panelWidth - 1)
  const [lit, setLit] = useState<string | null>(null)
  const format = useFormat()
  const last = useConversation((state) => state.lastNumber)
  const found = turn ? foundIn(turn) : []
  return (
    <div ref={frame} className="flex min-h-full flex-col">
      {!turn && <EmptyState title="What an answer remembers lights up here" />}
      {turn && (
        <>
          <h2 className="px-4 pt-3 font-medium">
            Message {format.number(turn.number)}
            <span className="font-normal text-ink-faint">
              {turn.number < last ? ` of ${format.number(last)}` : ', the latest'}
            </span>
          </h2>
          <div className="px-1 pt-2">
            <MemoryPicture turn={turn} layout={layoutMemory(turn, width - 8)} lit={lit} onLight={setLit} />
          </div>
          <p className="min-h-14 px-4 pb-3 text-ink-soft">
            {found.length > 0 ? (
              <>
                <RecalledWords hits={found.map(({ hit }) => hit)} here={turn.conversationId} />.
              </>
            ) : (
              noRecallWords(turn)
            )}
            {turn.status !== 'running' && heldFacts(turn) && (
              <>
                {' '}
                The answer {found.length > 0 && 'also '}knew{' '}
                <Link href="/facts" prefetch={false} className="underline underline-offset-2 hover:text-ink">
                  facts
                </Link>
                .
              </>
            )}
          </p>
          <ul aria-label="Recalled for this message" className="flex flex-col border-line border-t">
            {found
              .toSorted((a, b) => Number(isCited(turn, b.hit)) - Number(isCited(turn, a.hit)))
              .map((entry) => (
                <Row key={hitKey(entry.hit)} entry={entry} turn={turn} onLight={setLit} />
              ))}
          </ul>
        </>
      )}
    </div>
  )
}

type Props = { entry: FoundMemory; turn: TurnDto; onLight: (key: string | null) => void }
function Row({ entry, turn, onLight }: Props) {
  const { hit } = entry
  const title = useTitle(hit.conversationId)
  return (
    <li
      onPointerEnter={() => onLight(hitKey(hit))}
      onPointerLeave={() => onLight(null)}
      className="animate-appear border-line border-b px-4 py-3 transition-colors duration-150 hover:bg-raised"
    >
      <div className="mb-1.5 flex items-center gap-2 text-ink-faint text-xs">
        <RecallChip found={entry} turn={turn} untitled />
        <RelativeTime at={hit.at} className="ml-auto shrink-0" />
      </div>
      {hit.conversationId !== turn.conversationId && title && (
        <p className="mb-1 truncate text-ink-faint text-xs">In “{title}”</p>
      )}
      <Excerpt text={hit.excerpt} className="line-clamp-3 text-ink-soft" />
    </li>
  )
}

/** The frame's width, or `first` until measured, so that the server draws the same picture. */
function useWidth(frame: React.RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(first)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}

/** Whether a prompt of the turn contained facts, which an answer may quote without a recall. */
export const heldFacts = ({ steps }: TurnDto): boolean =>
  steps.some(({ sections }) =>
    sections.some(({ section, tokens }) => /^(?:facts|profile)$/.test(section) && tokens > 0),
  )

export function noRecallWords(turn: TurnDto): string {
  if (turn.window?.recall === 'off') return MEMORY_OFF
  if (turn.status === 'running') return 'Thinking.'
  if (turn.startedAt === null && turn.status !== 'queued') return 'Imported, so nothing was recalled for it.'
  return 'Nothing was recalled.'
}
