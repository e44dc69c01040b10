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

/** Whether the sentence `newer` gives what the sentence `older` says a new value. */
function replaces(newer: Scored, older: Scored, text: string, query: Query): boolean {
  const fresh = newer.passage.text
  if (!trusted(newer) || !trusted(older) || newer.passage.order <= older.passage.order || fresh === text || newer.passage.foreign !== older.passage.foreign) return false
  const [now, then] = [attributeOf(fresh), attributeOf(text)]
  if (now && then && now.subject === then.subject && now.predicate === then.predicate) {
    if (now.object.toLowerCase() === then.object.toLowerCase() && !now.ended) return false
    return now.values === 'one' || announcesChange(fresh) || (now.values === 'open' && !query.broad)
  }
  const covers = older.matched.every((term) => newer.matched.includes(term))
  return announcesChange(fresh) && covers && similarity(fresh, text, query) >= SIMILAR
}

/**
 * What is left when the newest value of everything wins: a sentence goes when a later one of the same speaker gives the same attribute of the same subject another
 * value (and it has one value at a time, or the question asks for one), or announces a change and says much the same. A sentence that only leans on a replaced one
 * stays if it adds something to the answer.
 */
export function newestOnly(scored: readonly Scored[], query: Query): Scored[] {
  const relevant = scored.filter((one) => one.coverage > 0)
  const replaced = (older: Scored, text: string) => relevant.some((newer) => newer !== older && replaces(newer, older, text, query))
  return scored.filter((one) => {
    if (one.coverage === 0) return true
    if (replaced(one, one.passage.text)) return false
    return one.passage.lead === '' || one.ownMatches || !replaced(one, one.passage.lead)
  })
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
