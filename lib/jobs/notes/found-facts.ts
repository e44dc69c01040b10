import type { NewStatement } from '@/lib/db/facts/save'
import type { Statement } from '@/lib/db/facts/statements'
import { isSecretFact } from '@/lib/heuristics/secrets/secrets'
import { contentWords } from '@/lib/heuristics/text/words'
import { keyWords, stemsOf, tellingStems } from '@/lib/memory/facts/own-words'
import type { SentFact } from '@/lib/prompts/facts'
import { limits } from '@/lib/shared/limits'
import {
  factKey,
  factLine,
  factNorm,
  isDenial,
  isQuoted,
  type Triple,
  tripleSchema,
  withoutNot,
} from '@/lib/shared/memory/facts'
import { kindOfFact, samePredicate } from '@/lib/shared/memory/predicates'
import { withoutCounted } from '@/lib/shared/time/counted-dates'
import { stem } from '@/lib/shared/words'
import { ownWords } from './shown-lines'

/** `undated` = a model's value without the dates that follow from the quotation. */
export type FoundStatement = Pick<
  NewStatement,
  'subject' | 'predicate' | 'object' | 'confidence' | 'quote'
> & {
  from?: Date
  undated?: string
}
/** `prose` = the message without what was pasted; `known` = facts by the ids they were shown with. */
type Scene = {
  prose: string
  known: readonly { id: string; statement: Statement }[]
  before: ReadonlySet<string>
  /** Words that are not the person's: of the answer and of what was pasted, and of results of tools. */
  answer: ReadonlySet<string>
  results: ReadonlySet<string>
  now: Date
  zone: string
}

/**
 * What a model found, as statements: none without a quotation of the person's own words, of a secret, or
 * doubtful. A fact that ends or replaces a shown one has its subject and predicate.
 */
export function readsOf(
  { replaces, ends, validFrom, confidence, quote, ...given }: SentFact,
  scene: Scene,
): FoundStatement[] {
  const { prose, known } = scene
  const old = replacedBy({ ...given, replaces, ends, quote }, known)
  const isUsable = isQuoted(prose, quote) && confidence >= limits.facts.leastConfidence
  const triple = tripleSchema.safeParse(given)
  if (!isUsable || (ends ? !old : !triple.success) || isSecretFact({ ...given, quote })) return []
  const said = { confidence, quote, ...(validFrom ? { from: new Date(validFrom) } : {}) }
  const about = old && { subject: old.subject, predicate: old.predicate }
  const denial = old && about && !isDenial(old) ? [{ ...about, object: `not ${old.object}`, ...said }] : []
  if (ends) return denial
  if (!triple.success) return []
  const undated = withoutCounted(triple.data.object, quote, scene.now, scene.zone)
  if (isForeign({ ...triple.data, object: undated }, scene)) return []
  const now = { ...triple.data, ...about, ...said, undated }
  const isSameKey = old && factKey(old.subjectId, old) === factKey(old.subjectId, now)
  return isSameKey ? [now] : [...denial, now]
}

/**
 * The fact that a found one names by its id. A wrong id names one about something else, of which neither the fact
 * nor its quotation says a word: then it is the one with the same subject and predicate, if there is one.
 */
function replacedBy(found: Omit<SentFact, 'confidence'>, known: Scene['known']): Statement | undefined {
  const named = known.find(({ id }) => id === (found.ends || found.replaces))?.statement
  if (!named || samePredicate(named, found)) return named
  const isAbout = (one: Triple) => factNorm(one.subject) === factNorm(found.subject)
  const meant = known.find(({ statement }) => isAbout(statement) && samePredicate(statement, found))
  if (meant) return meant.statement
  const said = stemsOf(`${factLine(found)} ${found.quote}`)
  const words = tellingStems(`${keyWords(named)} ${named.predicate} ${withoutNot(named.object)}`)
  const isAlike = kindOfFact(named) !== undefined && kindOfFact(named) === kindOfFact(found)
  return isAlike || words.some((word) => said.has(word)) ? named : undefined
}

/** Whether the value has a word that only the answer, a tool or pasted text says, or the key one that only a tool says. */
function isForeign({ subject, predicate, object }: Triple, { prose, known, before, answer, results }: Scene) {
  const own = ownWords(prose, ...known.map(({ statement }) => factLine(statement)))
  const says = (text: string, ...others: ReadonlySet<string>[]) =>
    contentWords(text).some(({ lower }) => {
      const word = stem(lower)
      return others.some((words) => words.has(word)) && !own.has(word) && !before.has(word)
    })
  return says(withoutNot(object), answer, results) || says(keyWords({ subject, predicate }), results)
}
