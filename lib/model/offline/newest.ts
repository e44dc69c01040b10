import { announcesChange, attributeOf } from '@/lib/heuristics/facts'
import { contentWords, stemOf } from '@/lib/heuristics/words'
import type { Scored } from './coverage'
import type { Query } from './query'

const SIMILAR = 0.2
const trusted = ({ passage }: Scored) => passage.source === 'user' || passage.source === 'fact'

function similarity(a: string, b: string, query: Query): number {
  const [left, right] = [a, b].map((text) => new Set(contentWords(text, query.language).map((word) => stemOf(word.lower, query.language))))
  if (!left || !right || left.size === 0 || right.size === 0) return 0
  const shared = [...left].filter((key) => right.has(key)).length
  return shared / (left.size + right.size - shared)
}

/**
 * Whether `newer` gives the attribute that `older` describes a new value: the same attribute of the same subject (one that has one value at a time, or the question
 * asks for one value), or a sentence that announces a change and says much the same.
 */
function replaces(newer: Scored, older: Scored, query: Query): boolean {
  if (!trusted(newer) || !trusted(older) || newer.passage.order <= older.passage.order || newer.passage.text === older.passage.text) return false
  if (newer.passage.foreign !== older.passage.foreign) return false
  const [now, then] = [attributeOf(newer.passage.text), attributeOf(older.passage.text)]
  const change = announcesChange(newer.passage.text)
  if (now && then && now.subject === then.subject && now.predicate === then.predicate) {
    if (now.object.toLowerCase() === then.object.toLowerCase() && !now.ended) return false
    return now.values === 'one' || change || (now.values === 'open' && !query.broad)
  }
  const covers = older.matched.length > 0 && older.matched.every((term) => newer.matched.includes(term))
  return change && covers && similarity(newer.passage.text, older.passage.text, query) >= SIMILAR
}

/** What is left when the newest value of everything wins. */
export const newestOnly = (scored: readonly Scored[], query: Query): Scored[] => {
  const relevant = scored.filter((one) => one.matched.length > 0)
  return scored.filter((older) => older.matched.length === 0 || !relevant.some((newer) => replaces(newer, older, query)))
}

/** The user's latest earlier statement that a new statement replaces, if any. */
export function replacedBy(statement: string, scored: readonly Scored[]): Scored | null {
  const now = attributeOf(statement)
  if (!now) return null
  return (
    scored.findLast(({ passage }) => {
      const then = passage.source === 'user' || passage.source === 'fact' ? attributeOf(passage.text) : null
      if (!then || then.subject !== now.subject || then.predicate !== now.predicate || then.object.toLowerCase() === now.object.toLowerCase()) return false
      return now.values === 'one' || (now.values === 'open' && announcesChange(statement))
    }) ?? null
  )
}
