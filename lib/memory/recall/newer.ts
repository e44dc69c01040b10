import { changesValue, type Reading, readingsIn } from '@/lib/model/embed/subject'
import type { Passage } from './passage'
import type { Scene } from './recall-query'

/** A dated statement. `label` = how a prompt names its turn; `readings` analyses its text when first called. */
type Statement = { turnId: string; at: number; by: string; label: string; readings(): Reading[] }
/** The nearest earlier and later turns with another value of what an item states. */
export type Marks = { newer: string | undefined; older: string | undefined }

/** What is compared of a passage. */
type Told = Pick<Passage, 'turnId' | 'turnNumber' | 'conversationId' | 'who' | 'at' | 'speaker' | 'text'>

/** Pairs compared so far: a turn compares the same texts when it chooses, fits and marks passages. */
const compared = new WeakMap<readonly Reading[], WeakMap<readonly Reading[], boolean>>()
/** Whether a later text states another value of something that an earlier one states. */
export function isChanged(earlier: readonly Reading[], later: readonly Reading[]): boolean {
  const known = compared.get(earlier) ?? new WeakMap<readonly Reading[], boolean>()
  compared.set(earlier, known)
  const changed = known.get(later) ?? earlier.some((one) => later.some((other) => changesValue(one, other)))
  known.set(later, changed)
  return changed
}

/** How a mark names a turn. */
export const turnLabel = (
  { number, conversationId }: { number: number; conversationId: string },
  here: string,
) => `turn${number}${conversationId === here ? '' : `-of-${conversationId}`}`

/** Compares statements of passages with each other, with the window's and with those shown before. */
function statements({ conversationId: here, shown }: Scene) {
  const stated = (passage: Told): Statement | null => {
    const { turnId, turnNumber, conversationId, who, at, speaker = '', text } = passage
    // An answer repeats the person's words, unless both sides are named people.
    if (turnNumber === null || who === 'tool' || (who === 'assistant' && !speaker)) return null
    const label = turnLabel({ number: turnNumber, conversationId }, here)
    return { turnId, at: Date.parse(at), by: speaker, label, readings: () => readingsIn(text) }
  }
  const inWindow = (shown?.window ?? []).map(({ turnId, number, at, userText, speakers }): Statement => {
    const by = speakers?.user ?? ''
    return { turnId, at: Date.parse(at), by, label: `turn${number}`, readings: () => readingsIn(userText) }
  })
  const known = [...inWindow, ...(shown?.passages ?? []).flatMap((one) => stated(one) ?? [])]
  const precedes = (one: Statement, other: Statement) =>
    one.at < other.at &&
    other.turnId !== one.turnId &&
    other.by === one.by &&
    isChanged(one.readings(), other.readings())
  return { stated, known, precedes }
}

/** Marks prompt items that state different values of one thing. */
export function marker(scene: Scene): (passages: readonly Told[]) => Marks[] {
  const { stated, known, precedes } = statements(scene)
  return (passages) => {
    const own = passages.map(stated)
    const all = [...known, ...own.flatMap((one) => one ?? [])].sort((a, b) => a.at - b.at)
    return own.map((one) => {
      if (!one) return { newer: undefined, older: undefined }
      const newer = all.findLast((other) => precedes(other, one))?.label
      return { newer, older: all.find((other) => precedes(one, other))?.label }
    })
  }
}
