import type { Statement } from '@/lib/db/facts/statements'
import { marker, turnName } from '@/lib/memory/recall/newest'
import type { Scene } from '@/lib/memory/recall/recall-query'
import { itemOf } from '@/lib/prompts/fence'
import { factLine, factNorm, USER } from '@/lib/shared/memory/facts'
import { samePredicate } from '@/lib/shared/memory/predicates'
import type { Source } from '@/lib/shared/memory/source'
import { dayNamed, timeIn, timeNamed } from '@/lib/shared/time/day'
import { type Fact, latest, sinceNamed, standing, valueBefore } from './timeline'

export const FACTS_NOTE =
  'What the person stated, as subject: predicate = value, then in their own words. The subject "user" is the person.'

/** The statement, and the turns whose words it has. */
export const statementSources = ({ id, said, namedBy = [] }: Statement): Source[] => [
  { kind: 'fact', id },
  ...[...(said ? [said.turnId] : []), ...namedBy].map((turnId) => ({ kind: 'turn', id: turnId }) as const),
]

/**
 * Facts as items of a prompt or of a tool's result. One is marked if a turn in view changes it later: a change
 * may not have become a fact. `isShown` = whether a quotation stands elsewhere; then it is not repeated.
 */
export function factItems(
  facts: readonly Fact[],
  scene: Scene,
  isShown: (quote: string) => boolean = () => false,
) {
  const marks = marker(scene)(facts.map((fact) => asPassage(latest(fact))))
  return facts.map((fact, i) => factItem(fact, scene, marks[i]?.later, isShown))
}

const asPassage = (one: Statement) => ({
  turnId: one.said?.turnId ?? one.id,
  turnNumber: one.said?.number ?? 0,
  conversationId: one.said?.conversationId ?? '',
  who: 'user' as const,
  at: (one.written ?? one.at).toISOString(),
  text: ownWords(one),
})

const JOINT = /[.!?;]\s+|,?\s+(?:and|but|und|aber|et|mais|y|pero)\s+|,\s+/iu
/** The clause that has the value, with its subject: another fact of the same sentence may change alone. */
function ownWords({ quote, subject, predicate, object }: Statement): string {
  if (quote === null) return `My ${predicate} is ${object}.`
  const clauses = quote.split(JOINT)
  const own = clauses.find((clause) => factNorm(clause).includes(factNorm(object)))
  if (own === undefined || own === clauses[0]) return own ?? quote
  return `${own}. ${factNorm(subject) === USER ? 'I' : `My ${subject}`} ${own}.`
}

/** The value before, and when a fact begins or ends: since when only if that is not the day of its statement. */
export function factChanges(fact: Fact, zone: string) {
  const [now, earlier] = [latest(fact), valueBefore(fact)]
  const before = earlier && latest(earlier)
  const begins = sinceNamed(fact, zone)
  const coming = fact.next?.coming ? standing(fact.next) : null
  const next = coming && latest(coming)
  return {
    next,
    value: before && samePredicate(before, now) ? before.object : undefined,
    since: fact.coming || begins === dayNamed(now.at, zone) ? undefined : begins,
    from: fact.coming ? begins : undefined,
    ends: coming ? sinceNamed(coming, zone) : undefined,
    sources: [now, ...(before ? [before] : []), ...(next ? [next] : [])].flatMap(statementSources),
  }
}

function factItem(fact: Fact, scene: Scene, later: string | undefined, isShown: (quote: string) => boolean) {
  const { zone } = scene
  const now = latest(fact)
  const { value, since, from, ends, sources } = factChanges(fact, zone)
  const { said, quote, at, written } = now
  const item = itemOf(
    {
      id: said ? turnName(said, scene) : undefined,
      who: 'user',
      date: timeIn(at, zone),
      ...{ since, from, ends },
      written: written ? timeIn(written, zone) : undefined,
      until: fact.until ? timeNamed(fact.until, zone) : undefined,
      later,
    },
    [factLine(now, value), ...(quote && !isShown(quote) ? [quote] : [])].join('\n'),
  )
  return { item, sources }
}
