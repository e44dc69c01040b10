import type { Statement } from '@/lib/db/facts/statements'
import { statesOther } from '@/lib/heuristics/fact-finding/changes'
import { findFacts } from '@/lib/heuristics/fact-finding/find-facts'
import type { Passage } from '@/lib/memory/recall/recall-query'
import { groupBy } from '@/lib/shared/group-by'
import { factKey, factNorm } from '@/lib/shared/memory/facts'
import { type Fact, isCurrent, latest, standing } from './timeline'

const keyOf = (fact: Fact) => factKey(latest(fact).subjectId, latest(fact))

/**
 * `byTurn` = its statements that no longer hold, each with the current fact; `written` = current facts that the
 * person wrote on the Facts page: of what they corrected, no statement is left.
 */
export type Replacements = {
  byTurn: ReadonlyMap<string, readonly { was: Statement; now: Fact }[]>
  written: readonly Fact[]
}

export function replacements(facts: readonly Fact[]): Replacements {
  const current = new Map(facts.filter(isCurrent).map((fact) => [keyOf(fact), standing(fact)]))
  const replaced = facts.flatMap((fact) => {
    const now = fact.until === null ? undefined : current.get(keyOf(fact))
    return now ? fact.statements.flatMap((was) => (was.said ? { was, now } : [])) : []
  })
  return {
    byTurn: groupBy(replaced, ({ was }) => was.said?.turnId ?? ''),
    written: facts.filter((fact) => isCurrent(fact) && latest(fact).written !== null),
  }
}

const isWrittenAfter = ({ written }: Statement, at: string) => written !== null && written.toISOString() > at

/** The current facts for what a text of a turn states and what no longer holds. */
export function replacedIn(
  { byTurn, written }: Replacements,
  { turnId, text, who, at }: Pick<Passage, 'turnId' | 'text' | 'who' | 'at'>,
): Fact[] {
  const replaced = byTurn.get(turnId) ?? []
  const later = who === 'user' ? written.filter((fact) => isWrittenAfter(latest(fact), at)) : []
  if (replaced.length + later.length === 0) return []
  const said = factNorm(text)
  const isIn = (words: string | null) => words !== null && said.includes(factNorm(words))
  const known = replaced.flatMap(({ was, now }) => (isIn(was.object) || isIn(was.quote) ? [now] : []))
  const unsaid = later.filter((fact) => !isIn(latest(fact).object))
  const stated = unsaid.length ? findFacts(text, []) : []
  const corrected = unsaid.filter((fact) => {
    const now = latest(fact)
    return statesOther(stated, now, now.said?.turnId === turnId)
  })
  return [...new Set([...known, ...corrected])]
}
