import type { Statement } from '@/lib/db/facts/statements'
import { contentWords, wordsOf } from '@/lib/model/offline/fallbacks'
import { factNorm, type Triple, USER, withoutNot } from '@/lib/shared/memory/facts'
import { isStandard, standardPredicate } from '@/lib/shared/memory/predicates'
import { stem } from '@/lib/shared/words'

/** Whether a text has all content words of a value, in any form and order. */
export function saysAll(text: string, value: string): boolean {
  const has = new Set(wordsOf(text).map(({ lower }) => stem(lower)))
  const content = contentWords(value)
  return (content.length ? content : wordsOf(value)).every(({ lower }) => has.has(stem(lower)))
}

/** Whether a message itself says every word of a fact, apart from the usual predicates. */
export const isInOwnWords = (text: string, { subject, predicate, object }: Triple): boolean =>
  (factNorm(subject) === USER || saysAll(text, subject)) &&
  (isStandard(predicate) || saysAll(text, standardPredicate(predicate))) &&
  saysAll(text, withoutNot(object))

/** Known facts about what a fact is about. */
export const factsAlike = (known: readonly Statement[], { subject, object }: Triple): Statement[] =>
  known.filter(
    (one) =>
      factNorm(one.subject) === factNorm(subject) || factNorm(one.object) === factNorm(withoutNot(object)),
  )
