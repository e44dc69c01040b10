import type { Statement } from '@/lib/db/facts/statements'
import { groupBy } from '@/lib/shared/group-by'
import { factKey, factNorm } from '@/lib/shared/memory/facts'
import { type Fact, isCurrent, latest, standing } from './timeline'

const keyOf = (fact: Fact) => factKey(latest(fact).subjectId, latest(fact))

/** By turn, its statements that no longer hold, each with the current fact. */
export type Replacements = ReadonlyMap<string, readonly { was: Statement; now: Fact }[]>

export function replacements(facts: readonly Fact[]): Replacements {
  const current = new Map(facts.filter(isCurrent).map((fact) => [keyOf(fact), standing(fact)]))
  const replaced = facts.flatMap((fact) => {
    const now = fact.until === null ? undefined : current.get(keyOf(fact))
    return now ? fact.statements.flatMap((was) => (was.said ? { was, now } : [])) : []
  })
  return groupBy(replaced, ({ was }) => was.said?.turnId ?? '')
}

/** The current facts for what a text of a turn states and what no longer holds. */
export function replacedIn(all: Replacements, { turnId, text }: { turnId: string; text: string }): Fact[] {
  const replaced = all.get(turnId)
  if (!replaced) return []
  const said = factNorm(text)
  const isIn = (words: string | null) => words !== null && said.includes(factNorm(words))
  return replaced.flatMap(({ was, now }) => (isIn(was.object) || isIn(was.quote) ? [now] : []))
}
