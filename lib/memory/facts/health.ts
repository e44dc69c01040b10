import { factLine } from '@/lib/shared/memory/facts'
import { namesIllness } from '@/lib/shared/memory/illness'
import { isOfHealth, kindOfFact } from '@/lib/shared/memory/predicates'
import { type Fact, latest } from './timeline'

/** Whether a fact is about health, or names an illness otherwise than as what somebody works with. */
function isHealth(fact: Fact): boolean {
  const kind = kindOfFact(latest(fact))
  return isOfHealth(kind) || (kind !== 'work' && namesIllness(factLine(latest(fact))))
}

/** Whether a text of a turn tells health: it names an illness, or the turn states a fact of health. */
export function tellsHealth(facts: readonly Fact[]): (text: string, turnId: string | null) => boolean {
  const said = facts.filter(isHealth).flatMap(({ statements }) => statements)
  const turns = new Set(said.flatMap(({ said }) => said?.turnId ?? []))
  return (text, turnId) => namesIllness(text) || (turnId !== null && turns.has(turnId))
}

/** Facts for a service that gets none about health, nor the person's words for such a fact. */
export function withoutHealth(facts: readonly Fact[]): Fact[] {
  const words = facts.filter(isHealth).flatMap(({ statements }) => statements.map(({ object }) => object))
  const tells = (quote: string) =>
    namesIllness(quote) || words.some((word) => quote.toLowerCase().includes(word.toLowerCase()))
  return facts
    .filter((fact) => !isHealth(fact))
    .map((fact) => {
      const [first, ...more] = fact.statements
      const silent = (one: typeof first) => (one.quote && tells(one.quote) ? { ...one, quote: null } : one)
      return { ...fact, statements: [silent(first), ...more.map(silent)] }
    })
}
