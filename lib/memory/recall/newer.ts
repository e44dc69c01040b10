import { type Reading, readingsIn, sameSubject } from '@/lib/model/embed/subject'
import type { Passage } from './passage'
import type { Scene } from './recall-query'

/** A dated statement. `label` = how a prompt names its turn; `readings` analyses its text when first called. */
type Statement = { turnId: string; at: number; by: string; label: string; readings(): Reading[] }
/** The nearest earlier and later turns on the same subject as an item. */
export type Marks = { newer: string | undefined; older: string | undefined }

/** What is compared of a passage. */
type Told = Pick<Passage, 'turnId' | 'turnNumber' | 'conversationId' | 'who' | 'at' | 'speaker' | 'text'>

/** Pairs compared so far: a turn compares the same texts when it chooses, fits and marks passages. */
const compared = new WeakMap<readonly Reading[], WeakMap<readonly Reading[], boolean>>()
/** Whether two texts have a statement on the same subject. */
function areRelated(a: readonly Reading[], b: readonly Reading[]): boolean {
  const withA = compared.get(a) ?? new WeakMap<readonly Reading[], boolean>()
  compared.set(a, withA)
  const related = withA.get(b) ?? b.some((one) => a.some((other) => sameSubject(one, other)))
  withA.set(b, related)
  return related
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
  const isOnSame = (one: Statement, other: Statement) =>
    other.turnId !== one.turnId && other.by === one.by && areRelated(one.readings(), other.readings())
  return { stated, known, isOnSame }
}

/** Marks prompt items on the same subject at different times. */
export function marker(scene: Scene): (passages: readonly Told[]) => Marks[] {
  const { stated, known, isOnSame } = statements(scene)
  return (passages) => {
    const own = passages.map(stated)
    const all = [...known, ...own.flatMap((one) => one ?? [])].sort((a, b) => a.at - b.at)
    return own.map((one) => {
      if (!one) return { newer: undefined, older: undefined }
      const related = all.filter((other) => isOnSame(one, other))
      const newer = related.findLast(({ at }) => at < one.at)?.label
      return { newer, older: related.find(({ at }) => at > one.at)?.label }
    })
  }
}

/** Whether a passage was said later, on the same subject, than one of `others` or what the prompt shows. */
export function laterThan(scene: Scene): (others: readonly Told[]) => (passage: Told) => boolean {
  const { stated, known, isOnSame } = statements(scene)
  return (others) => {
    const earlier = [...known, ...others.flatMap((one) => stated(one) ?? [])]
    return (passage) => {
      const one = stated(passage)
      return one !== null && earlier.some((other) => other.at < one.at && isOnSame(one, other))
    }
  }
}
