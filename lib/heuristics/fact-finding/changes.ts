import { literally } from '@/lib/shared/literally'
import { factKey, factNorm, saysSame, type Triple } from '@/lib/shared/memory/facts'
import { samePredicate } from '@/lib/shared/memory/predicates'
import { entity, factsOfTail, USER_ENTITY } from './about'
import type { FactMatch, FoundFact } from './patterns'
import { numbersIn } from './quantities'
import { plainVerbs, VERB } from './verbs'
import { endsIn, nounClass, OWNED, singular } from './vocabulary'

const OPENED = '^(?:(?:no|nope|sorry|oops|wait|actually|correction|typo)[\\s,:.!…–-]+)'
const VALUE =
  "(?<value>(?!(?:it|this|that|to|well|what|how|every|fine|ok)(?!\\p{L}))\\p{L}[\\p{L}\\p{N} ’'-]{0,40}|\\d+(?:[.,:]\\d+)*)"
/** With a verb or "not", anything may be meant; after "no" alone, only what is like the earlier value. */
const CORRECTIONS = [
  `${OPENED}*i (?:mean|meant)(?: to (?:say|write|type))? ${VALUE}[.!]*$`,
  `${OPENED}*(?:it is )?${VALUE},? not (?<old>[^,]{1,40}?)[.!]*$`,
  `${OPENED}*not (?<old>[^,]{1,40}?)(?:,| but) ${VALUE}[.!]*$`,
  `${OPENED}+(?:(?:it|that) is |make (?:it|that) )?${VALUE}[.!]*$`,
].map((form) => new RegExp(form, 'iu'))
const FORMS_OF_ANY = 3

const bare = (value: string) => value.replace(/^(?:(?:in|on|at|an?|the) )+/iu, '')
export const isSameThing = (one: string, other: string) => factNorm(bare(one)) === factNorm(bare(other))
/** A number, a name or a kind of thing ("fourth floor"). */
export const shapeOf = (text: string) =>
  /^(?:\d[\d.,:]*$|\p{Lu})/u.test(text) ? /^\d/.test(text) : text.split(' ').at(-1)

/** What "Sorry, I meant Derek" or "Not 5, 6" puts in the place of what. */
export function correctionIn(stated: string) {
  const plain = plainVerbs(stated)
  const at = CORRECTIONS.findIndex((form) => form.test(plain))
  const { value, old } = CORRECTIONS[at]?.exec(plain)?.groups ?? {}
  return value === undefined ? null : { value: bare(value), old, ofAny: at < FORMS_OF_ANY }
}
export const correctsValue = (text: string) => text.length < 80 && correctionIn(text) !== null
type Correction = NonNullable<ReturnType<typeof correctionIn>>

export function exchanged(
  message: string,
  { object }: Pick<FactMatch, 'object'>,
  { value, old, ofAny }: Correction,
) {
  const was = bare(object)
  const isMeant = old ? isSameThing(old, was) : ofAny || shapeOf(was) === shapeOf(value)
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${literally(was)}(?![\\p{L}\\p{N}])`, 'iu')
  return isMeant && !isSameThing(was, value) && word.test(message) ? message.replace(word, () => value) : null
}
/** What a correction makes of the message before it, by its one number if it names no value; null = unclear. */
export function amended(before: string, said: string): string | null {
  const correction = correctionIn(said)
  if (!correction) return null
  const numbers = /^\d/.test(correction.value) ? numbersIn(before) : []
  const [object, ...others] = correction.old ? [correction.old] : numbers
  return object && others.length === 0 ? exchanged(before, { object }, correction) : null
}
/** The corrected fact, and the end of the one in its place if both could be true. */
export const replacing = (now: FactMatch, old: FactMatch): FactMatch[] =>
  factKey('', now) === factKey('', old) ? [now] : [now, { ...now, object: `not ${old.object}`, ends: true }]

const START = new RegExp(
  `^((?:[\\p{L} ’']{1,30}[,:!] |(?:actually|and|but|so|oh|also|now) )?)(?:the )?(\\p{L}[\\p{L}-]+(?: \\p{Lu}\\p{L}+)*?)(['’]s (?:new )?(?=name is )| (?=${VERB}\\s))`,
  'iu',
)
/** "Milo turned 7" as "my son turned 7", "lessons are …" as "my Hungarian lesson are …", if only one is known. */
export const inKnownWords = (text: string, known: readonly Triple[]): string =>
  text.replace(START, (all, before: string, word: string, end: string) => {
    const noun = endsIn(literally(singular(word).noun))
    const meant = known.filter(({ subject, predicate, object }) =>
      predicate === 'name' && /^\p{Lu}/u.test(word)
        ? subject !== USER_ENTITY.subject && isSameThing(object, word)
        : nounClass(subject) === 'date' && noun.test(subject),
    )
    const [subject, ...others] = new Set(meant.map((fact) => fact.subject))
    const names = known.filter((fact) => fact.subject === subject && fact.predicate === 'name')
    return subject && others.length === 0 && names.length < 2
      ? `${before}my ${subject}${end.replace('new ', '')}`
      : all
  })

const PARTED =
  /(?:(?<!\p{L})(?:i|we) |^)(?:have |just |finally )*(?:sold|scrapped|gave away|got rid of) (?:my|our|the) (?<lost>[\p{L}\p{N} -]{2,40}?)(?: and (?:(?:just|have) )?(?:bought|got) an? (?:new )?(?<next>[^,.!]{2,40}))?(?=$|[,.!]| (?:and|but|last|this|yesterday|today)(?!\p{L}))/iu
/** "I sold my blue Skoda and bought a red Kia": what is known as "car is a blue Skoda" is no longer so. */
export function parted(text: string, known: readonly Triple[]): FactMatch[] {
  const { lost, next = '' } = PARTED.exec(text)?.groups ?? {}
  if (!lost) return []
  const [isLost, isThing] = [endsIn(literally(lost)), endsIn(OWNED)]
  const held = known.filter(
    ({ subject, predicate, object }) =>
      isLost.test(object) &&
      (/^(?:drives|rides)$/.test(predicate) || (predicate === 'is' && isThing.test(subject))),
  )
  const [one] = held
  if (!one || held.length > 1) return []
  const who = one.subject === USER_ENTITY.subject ? USER_ENTITY : entity(one.subject)
  const now = isThing.test(next)
    ? []
    : factsOfTail(who, `${one.predicate.replace(/(?<=e)s$/, '')} a ${next}`, false)
  if (now.length > 0) return now
  return [{ ...one, object: `not ${one.object}`, confidence: who.confidence, ends: true }]
}

/**
 * Whether these facts give another value; `isItsSource` = `fact` was found in them and may have replaced
 * several.
 */
export const statesOther = (stated: readonly FoundFact[], fact: Triple, isItsSource = false): boolean =>
  stated.some(
    (one) =>
      !one.ends &&
      factNorm(one.subject) === factNorm(fact.subject) &&
      (factKey('', one) === factKey('', fact) || (isItsSource && samePredicate(one, fact))) &&
      !saysSame(one, fact),
  )
