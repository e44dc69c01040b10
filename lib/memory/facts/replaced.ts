import { factKey, isDenial } from '@/lib/shared/memory/facts'
import { type Fact, latest } from './timeline'

const keyOf = (fact: Fact) => factKey(latest(fact).subjectId, latest(fact))

/** Of "not Tuesday", said with "Thursday", the latter. */
const standing = (fact: Fact) => (isDenial(latest(fact)) && fact.next ? fact.next : fact)

/** The current fact for each turn that states a value which no longer holds. */
export function replacements(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  const current = new Map(
    facts.flatMap((fact) => (fact.until === null && !fact.coming ? [[keyOf(fact), standing(fact)]] : [])),
  )
  return new Map(
    facts.flatMap((fact) => {
      const now = fact.until === null ? undefined : current.get(keyOf(fact))
      return now ? fact.statements.flatMap(({ said }) => (said ? [[said.turnId, now] as const] : [])) : []
    }),
  )
}
