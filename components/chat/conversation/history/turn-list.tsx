'use client'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useFoundWords } from '@/components/chat/turn/recalls/found-words'
import { TurnItem } from '@/components/chat/turn/turn-item'
import { cn } from '@/components/ui/cn'
import type { TurnDto } from '@/lib/shared/dto'
import { TurnSkeleton } from '../chat-skeleton'
import { useConversation, useConversationStore } from '../use-conversation'
import { PIN_TOP, type ReadingPlace, turnElements } from './reading-place'

const NEAR = '600px'
const MARK_MS = 1_600

/** The view without what surrounds a pinned turn: the distance from the top, and the padding below. */
const WHOLE_VIEW = 'min-h-[calc(100cqh-1.25rem)]'

/** The turns on the page; others load near its ends, and the scroll position is kept. */
export function TurnList({ place }: { place: ReadingPlace }) {
  const { scroller } = place
  const store = useConversationStore()
  const turns = useConversation((state) => state.turns)
  const hasBefore = useConversation((state) => state.hasBefore)
  const hasAfter = useConversation((state) => state.hasAfter)
  const rows = rowsOfTurns(turns)
  const ids = rows.flat().join(' ')
  useSteadyScroll(scroller, turns[0]?.id)
  const marked = useTarget(place)
  useFoundWords(place)
  const pinned = usePinnedTurn(place)
  const target = useConversation((state) => state.target?.turnId ?? null)
  // The last turn is as high as the view, or it could not be scrolled to the top.
  const isRoomy = (id: string, isLast: boolean) => id === pinned || (isLast && id === target)
  return (
    <>
      {hasBefore && <More scroller={scroller} ids={ids} onNear={() => void store.older()} />}
      {rows.map((row, index) => {
        const [first = ''] = row
        const last = index === rows.length - 1 && !hasAfter
        return (
          <div key={first} className={cn('min-w-0', isRoomy(first, last) && WHOLE_VIEW)}>
            <TurnItem ids={row.join(' ')} last={last} marked={marked === first} />
          </div>
        )
      })}
      {hasAfter && <More scroller={scroller} ids={ids} onNear={() => void store.newer()} />}
    </>
  )
}

/** The last turn, if it ran on this page: the rest of the view stays reserved for it, so nothing moves. */
function usePinnedTurn({ pin }: ReadingPlace): string | null {
  const last = useConversation((state) => (state.hasAfter ? null : (state.turns.at(-1)?.id ?? null)))
  const isRunning = useConversation((state) => state.turns.at(-1)?.status === 'running')
  const running = isRunning ? last : null
  const [pinned, setPinned] = useState<string | null>(null)
  if (running && running !== pinned) setPinned(running)
  useLayoutEffect(() => {
    const element = running ? document.getElementById(`turn-${running}`) : null
    if (element) pin(element)
  }, [running, pin])
  return pinned === last ? pinned : null
}

/** Keeps the first visible turn in place when turns are added or removed above it. */
function useSteadyScroll(scroller: HTMLElement | null, firstId: string | undefined) {
  const anchor = useRef<{ id: string; top: number } | null>(null)
  const previous = useRef(firstId)
  useLayoutEffect(() => {
    const first = anchor.current
    const moved = previous.current !== firstId
    previous.current = firstId
    if (!scroller || !moved || !first) return
    const element = document.getElementById(`turn-${first.id}`)
    if (element) scroller.scrollTop += element.getBoundingClientRect().top - first.top
  }, [firstId, scroller])
  useEffect(() => {
    if (!scroller) return
    const note = () => {
      const edge = scroller.getBoundingClientRect().top
      const first = turnElements(scroller).find((element) => element.getBoundingClientRect().bottom > edge)
      anchor.current = first ? { id: first.dataset.turn ?? '', top: first.getBoundingClientRect().top } : null
    }
    note()
    scroller.addEventListener('scroll', note, { passive: true })
    return () => scroller.removeEventListener('scroll', note)
  }, [scroller])
}

/** Scrolls to the requested turn, keeps it in place while the turns around it load, and marks it briefly. */
function useTarget({ scroller, hold }: ReadingPlace): string | null {
  const target = useConversation((state) => state.target)
  const [marked, setMarked] = useState<string | null>(null)
  useLayoutEffect(() => {
    const element = target && scroller ? document.getElementById(`turn-${target.turnId}`) : null
    if (!target || !scroller || !element) return
    hold(element, target.top === null ? PIN_TOP : target.top - scroller.getBoundingClientRect().top)
    element.focus({ preventScroll: true })
    setMarked(target.turnId)
    const timer = setTimeout(() => setMarked(null), MARK_MS)
    return () => clearTimeout(timer)
  }, [target, scroller, hold])
  return marked
}

type MoreProps = { scroller: HTMLElement | null; ids: string; onNear(): void }
/** Stands for turns to load: calls `onNear` when it is near the view, and again with each change of `ids`. */
function More({ scroller, ids, onNear }: MoreProps) {
  const element = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new turns mean looking again
  useEffect(() => {
    if (!element.current || !scroller) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && near(),
      { root: scroller, rootMargin: NEAR },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [scroller, ids])
  return (
    <div ref={element} className="py-6">
      <TurnSkeleton />
    </div>
  )
}

const together = (a: TurnDto, b: TurnDto) =>
  a.status === 'forgotten' &&
  b.status === 'forgotten' &&
  a.undo?.trashId === b.undo?.trashId &&
  a.siblings.length < 2 &&
  b.siblings.length < 2

/** Turns in rows of ids: forgotten neighbours share one, if they have the same undo and no other versions. */
export function rowsOfTurns(turns: TurnDto[]): string[][] {
  const rows: string[][] = []
  turns.forEach((turn, i) => {
    const before = turns[i - 1]
    if (before && together(before, turn)) rows.at(-1)?.push(turn.id)
    else rows.push([turn.id])
  })
  return rows
}
