import { factKey } from '@/lib/shared/memory/facts'
import { type Fact, latest } from './timeline'

const keyOf = (fact: Fact) => factKey(latest(fact).subjectId, latest(fact))

/** The current fact for each turn that states a value which no longer holds. */
export function replacements(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  const current = new Map(facts.flatMap((fact) => (fact.until === null ? [[keyOf(fact), fact]] : [])))
  return new Map(
    facts.flatMap((fact) => {
      const now = fact.until === null ? undefined : current.get(keyOf(fact))
      return now ? fact.statements.flatMap(({ said }) => (said ? [[said.turnId, now] as const] : [])) : []
    }),
  )
}
