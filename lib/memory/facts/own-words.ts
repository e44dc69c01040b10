import type { Statement } from '@/lib/db/facts/statements'
import { contentWords, wordsOf } from '@/lib/heuristics/text/words'
import { factNorm, type Triple, USER, withoutNot } from '@/lib/shared/memory/facts'
import { isStandard, standardPredicate } from '@/lib/shared/memory/predicates'
import { stem } from '@/lib/shared/words'

/** The words of a text, in one form each. */
export const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).map(({ lower }) => stem(lower)))

/** The content words of a value, or all its words if it has none, as stems. */
export function tellingStems(value: string): string[] {
  const content = contentWords(value)
  return (content.length ? content : wordsOf(value)).map(({ lower }) => stem(lower))
}

/** Whether a text with these stems has all content words of a value, in any form and order. */
export const hasAllWords = (has: ReadonlySet<string>, value: string): boolean =>
  tellingStems(value).every((one) => has.has(one))
export const saysAll = (text: string, value: string) => hasAllWords(stemsOf(text), value)

/** Whether a message itself says every word of a fact, apart from the usual predicates. */
export const isInOwnWords = (text: string, { subject, predicate, object }: Triple): boolean =>
  (factNorm(subject) === USER || saysAll(text, subject)) &&
  (isStandard(predicate) || saysAll(text, standardPredicate(predicate))) &&
  saysAll(text, withoutNot(object))

/** The subject and predicate of a fact, without the person and the usual predicates. */
export const keyWords = ({ subject, predicate }: Pick<Triple, 'subject' | 'predicate'>): string =>
  [factNorm(subject) === USER ? '' : subject, isStandard(predicate) ? '' : predicate].join(' ').trim()

/** Whether a fact about the person has no word of these texts, apart from the usual predicates. */
export function isApartFrom(texts: readonly string[], fact: Triple): boolean {
  const has = stemsOf(texts.join('\n'))
  const said = `${keyWords(fact)} ${fact.object}`
  return factNorm(fact.subject) === USER && tellingStems(said).every((one) => !has.has(one))
}

/** The subject as the message names it: "Ruth" for the sister called Ruth, unless she had several names. */
export function ownSubject(text: string, { subject }: Triple, known: readonly Statement[]): string {
  const naming = known.filter(
    (one) => one.predicate === 'name' && factNorm(one.subject) === factNorm(subject),
  )
  const [name, ...others] = new Set(naming.map(({ object }) => object))
  const isItsName = name !== undefined && others.length === 0 && factNorm(subject) !== USER
  return isItsName && !saysAll(text, subject) && saysAll(text, name) ? name : subject
}

/** Facts that may have given a fact its subject or value; who the person is no fact has to say. */
export function factsAlike(known: readonly Statement[], { subject, object }: Triple): Statement[] {
  const [about, value] = [factNorm(subject), factNorm(withoutNot(object))]
  return known.filter(
    (one) => (about !== USER && factNorm(one.subject) === about) || factNorm(one.object) === value,
  )
}
