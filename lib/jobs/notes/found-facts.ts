import type { NewStatement } from '@/lib/db/facts/save'
import type { Statement } from '@/lib/db/facts/statements'
import { isSecretFact } from '@/lib/heuristics/secrets/secrets'
import { contentWords } from '@/lib/heuristics/text/words'
import { keyWords } from '@/lib/memory/facts/own-words'
import type { FoundFact } from '@/lib/prompts/facts'
import { limits } from '@/lib/shared/limits'
import {
  factKey,
  factLine,
  isDenial,
  isQuoted,
  type Triple,
  tripleSchema,
  withoutNot,
} from '@/lib/shared/memory/facts'
import { withoutCounted } from '@/lib/shared/time/counted-dates'
import { stem } from '@/lib/shared/words'
import { ownWords } from './shown-lines'

/** `undated` = a model's value without the dates that follow from the quotation. */
export type Read = Pick<NewStatement, 'subject' | 'predicate' | 'object' | 'confidence' | 'quote'> & {
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
  { replaces, ends, validFrom, confidence, quote, ...given }: FoundFact,
  scene: Scene,
): Read[] {
  const { prose, known } = scene
  const old = known.find(({ id }) => id === (ends || replaces))?.statement
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

/** Whether the value has a word that only the answer, a tool or pasted text says, or the key one that only a tool says. */
function isForeign(
  { subject, predicate, object }: Triple,
  { prose, known, before, answer, results }: Scene,
): boolean {
  const own = ownWords(prose, ...known.map(({ statement }) => factLine(statement)))
  const says = (text: string, ...others: ReadonlySet<string>[]) =>
    contentWords(text).some(({ lower }) => {
      const word = stem(lower)
      return others.some((words) => words.has(word)) && !own.has(word) && !before.has(word)
    })
  return says(withoutNot(object), answer, results) || says(keyWords({ subject, predicate }), results)
}
