import { changesValue, type Reading, readingsIn } from '@/lib/model/embed/subject'
import type { LabelledTurn } from '@/lib/prompts/labels'
import type { Passage, Scene } from './recall-query'

/** A dated statement. `readings` analyses its text when first called. */
type Statement = { turn: LabelledTurn; at: number; by: string; readings(): Reading[] }

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

/** The label of a turn, or its id for readers without labels. */
export const nameOf = (turn: LabelledTurn, { labels }: Pick<Scene, 'labels'>): string =>
  labels?.of(turn) ?? turn.turnId

/** Compares statements of passages with each other, with the window's and with those shown before. */
function statements({ conversationId: here, shown }: Scene) {
  const stated = (passage: Told): Statement | null => {
    const { turnId, turnNumber: number, conversationId, who, at, speaker = '', text } = passage
    // An answer repeats the person's words, unless both sides are named people.
    if (number === null || who === 'tool' || (who === 'assistant' && !speaker)) return null
    const turn = { turnId, number, conversationId }
    return { turn, at: Date.parse(at), by: speaker, readings: () => readingsIn(text) }
  }
  const inWindow = (shown?.window ?? []).map(({ turnId, number, at, userText, speakers }): Statement => {
    const turn = { turnId, number, conversationId: here }
    return { turn, at: Date.parse(at), by: speakers?.user ?? '', readings: () => readingsIn(userText) }
  })
  const known = [...inWindow, ...(shown?.passages ?? []).flatMap((one) => stated(one) ?? [])]
  const precedes = (one: Statement, other: Statement) =>
    one.at < other.at &&
    other.turn.turnId !== one.turn.turnId &&
    other.by === one.by &&
    isChanged(one.readings(), other.readings())
  return { stated, known, inWindow, precedes }
}

/** The last turn that states another value later, else the last one of the window that did before. */
export type Marks = { later?: string; changes?: string }

/** Marks prompt items that state different values of one thing. Messages of the window cannot be marked themselves. */
export function marker(scene: Scene): (passages: readonly Told[]) => Marks[] {
  const { stated, known, inWindow, precedes } = statements(scene)
  return (passages) => {
    const own = passages.map(stated)
    // A fact that the person wrote has no turn to point to.
    const all = [...known, ...own.flatMap((one) => (one?.turn.number ? one : []))].sort((a, b) => a.at - b.at)
    return own.map((one) => {
      const later = one && all.findLast((other) => precedes(one, other))
      if (later) return { later: nameOf(later.turn, scene) }
      const before = one && inWindow.findLast((other) => precedes(other, one))
      return before ? { changes: nameOf(before.turn, scene) } : {}
    })
  }
}
