import { factNorm, isDenial, type Triple, USER, withoutNot } from '@/lib/shared/memory/facts'
import { sameNouns } from '../text/concepts'
import { wordSet, wordsOf } from '../text/words'
import { nounClass, singular } from './vocabulary'

/** Words for all people or animals of a kind, and what its members are: their class or noun. */
const KINDS: readonly [RegExp, RegExp][] = [
  [/^(?:pets?|animals?)$/iu, /^pet /],
  [
    /^(?:family|relatives?)$/iu,
    /^(?:man|woman) | (?:child|kid|baby|cousin|partner|parent|sibling|twin|grandchild)$/u,
  ],
  [/^(?:child|children|kids?)$/iu, / (?:son|daughter|child|kid|boy|girl|toddler|baby)$/],
  [/^(?:sibling|siblings)$/iu, / (?:brother|sister|sibling|twin)$/],
  [/^parents?$/iu, / (?:mother|mum|mom|father|dad|parent)$/],
  [/^(?:married|spouse)$/iu, / (?:husband|hubby|wife|spouse|married)$/],
]
const LISTING = wordSet(
  `what whats which who whom tell show list give do does have has got own i we me us my our the a an any all everything anything
  are is am in of to about called named name names you your know remember members how many there every please else so far
  summarise summarize recap thanks ok okay`,
)
/** What a question asks about without naming it: everything about the person. */
const OF_PERSON = /(?<!\p{L})(?:about|of) me(?!\p{L})|(?<!\p{L})you (?:know|remember)[\s.?!]*$/iu

export const normal = (text: string) => factNorm(singular(text).noun)

/** Facts, or denials if there are only these. */
export const known = <T extends Triple>(facts: readonly T[]): T[] => {
  const positive = facts.filter((one) => !isDenial(one))
  return positive.length > 0 ? positive : [...facts]
}

/**
 * `is` = whether it is so; `list` = all facts about something were asked for, `count` = how many things there
 * are.
 */
export type FactAnswer<T> = { is: boolean | null; facts: T[]; list?: boolean; count?: number }

const kindNamed = (noun: string) => KINDS.find(([word]) => word.test(noun))?.[1]
/** Whether a thing is one of those that a noun names ("family", "brothers"). */
export const isOfKind = (noun: string, thing: string): boolean =>
  kindNamed(noun)?.test(`${nounClass(thing)} ${factNorm(thing)}`) ??
  sameNouns(singular(noun).noun).includes(factNorm(thing).split(' ').at(-1) ?? '')

export function listed<T extends Triple>(text: string, facts: readonly T[]): FactAnswer<T> | null {
  const words = wordsOf(text).map(({ lower }) => lower)
  const nouns = words.filter((word) => !LISTING.has(word.replace(/['’]s$/, '')) || word === 'married')
  const isYesNo = /^(?:do|have|am|are) (?:i|we)(?!\p{L})/iu.test(text)
  const isNamed = words.some((word) => /^(?:called|named|names?)$/.test(word))
  const isCount = /^how many(?!\p{L})/iu.test(text)
  if (nouns.length === 0)
    return OF_PERSON.test(text) && !isNamed ? { is: null, facts: known(facts), list: true } : null
  const noun = nouns.join(' ')
  const kind = kindNamed(noun)
  const { noun: one, plural } = singular(noun)
  const ofKind = (thing: string) => !/['’]s /.test(thing) && isOfKind(noun, thing)
  const thingOf = ({ subject, predicate, object }: Triple) => {
    if (predicate === 'owns') return withoutNot(object).replace(/^(?:second|third) /, 'other ')
    return subject === USER && predicate === 'married to' ? 'married' : subject
  }
  const isAsked = kind || plural || /(?<!\p{L})(?:about|how many)(?!\p{L})/iu.test(text)
  const about =
    isAsked && nounClass(one) !== 'thing' ? known(facts.filter((fact) => ofKind(thingOf(fact)))) : []
  if (about.length === 0) return null
  const dead = facts.filter(
    ({ subject, predicate, object }) => predicate === 'is' && object === 'dead' && ofKind(subject),
  )
  const living = about.filter(
    (fact) => !dead.some(({ subject }) => factNorm(subject) === factNorm(thingOf(fact))),
  )
  if ((isCount || isYesNo) && living.length === 0) return { is: isYesNo ? false : null, facts: dead }
  const found = isCount || isYesNo ? living : about
  const named = found.filter(({ predicate }) => predicate === 'name' || predicate === 'married to')
  const things = [...new Set(found.map((fact) => factNorm(thingOf(fact))))]
  const count = things.reduce(
    (sum, thing) => sum + Math.max(1, named.filter(({ subject }) => factNorm(subject) === thing).length),
    0,
  )
  const all = found.some((fact) => !isDenial(fact))
  if (isYesNo || (kind && /^(?:married|spouse)$/.test(noun)))
    return { is: isYesNo ? all : null, facts: named.length > 0 ? named : found }
  const nameless = found.filter(
    (fact) => !named.some((one) => factNorm(one.subject) === factNorm(thingOf(fact))),
  )
  const telling = isNamed || isCount ? [...named, ...nameless, ...(isCount ? dead : [])] : found
  return { is: null, facts: telling, list: true, ...(isCount && all ? { count } : {}) }
}
