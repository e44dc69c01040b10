import { isOfHealth, kindOfFact } from '@/lib/shared/memory/predicates'
import { type Fact, latest } from './timeline'

/** Facts for a service that gets none about health, nor the person's words for such a fact. */
export function withoutHealth(facts: readonly Fact[]): Fact[] {
  const isHealth = (fact: Fact) => isOfHealth(kindOfFact(latest(fact)))
  const words = facts.filter(isHealth).flatMap(({ statements }) => statements.map(({ object }) => object))
  const tells = (quote: string) => words.some((word) => quote.toLowerCase().includes(word.toLowerCase()))
  return facts
    .filter((fact) => !isHealth(fact))
    .map((fact) => {
      const [first, ...more] = fact.statements
      const silent = (one: typeof first) => (one.quote && tells(one.quote) ? { ...one, quote: null } : one)
      return { ...fact, statements: [silent(first), ...more.map(silent)] }
    })
}
