import {
  articleFor,
  factNorm,
  isAnyMore,
  isDenial,
  type Triple,
  USER,
  withoutNot,
} from '@/lib/shared/memory/facts'
import { subjectName } from './fact-words'

const VERBS =
  /^(?:is|was|has|lives|works|studies|speaks|owns|likes|loves|enjoys|dislikes|hates|prefers|wants|needs|plays|drives|rides|reads|collects|teaches|supports|takes|uses|wears|knows|eats|drinks|follows|attends|weighs)(?![\p{L}-])/u
/** They follow "is" in a sentence. */
const STATES =
  /^(?:allergic|married|engaged|born|going|afraid|interested|based|held|related|named)(?![\p{L}-])/u
/** States that began and ended: "was born in". */
const PAST = /^born(?![\p{L}-])/u
const PREPOSITION = / (?:at|as|for|from|in|of|on|to|with)$/
/** The verb of "you": lives -> live, studies -> study. */
const baseOf = (verb: string) =>
  ({ is: 'are', was: 'were', has: 'have' })[verb] ??
  verb.replace(/ies$/, 'y').replace(/(?<=ch|ss|sh)es$|(?<!s)s$/, '')

/**
 * What stands before a fact's value ("live in", "works as a" or, if the predicate is a noun, "name:"), and the
 * value.
 */
function wordsOf({ subject, predicate, object }: Triple): { lead: string; value: string; verb: boolean } {
  const isYou = factNorm(subject) === USER
  const be = PAST.test(predicate) ? 'was' : 'is'
  const said = STATES.test(predicate) ? `${be} ${predicate}` : predicate
  const [verb = ''] = VERBS.exec(said) ?? []
  if (!verb) return { lead: `${predicate}:`, value: object, verb: false }
  const no = isDenial({ object })
  const value = withoutNot(object)
  const rest = said.slice(verb.length)
  const own = isYou ? baseOf(verb) : verb
  if (no && isAnyMore(value))
    return { lead: 'no longer', value: `${own}${rest}`.replace(PREPOSITION, ''), verb: true }
  const shown = !no
    ? own
    : verb === 'is' || verb === 'was'
      ? `${own} not`
      : `${isYou ? 'do' : 'does'} not ${baseOf(verb)}`
  const a = articleFor({ predicate, object: value }).trimEnd()
  return { lead: `${shown}${rest}${a && ` ${a}`}`, value, verb: true }
}

/** A row below the heading of its subject: "You own a" + "dog", "Works as an" + "electrician". */
export function rowWords(fact: Triple): { lead: string; value: string } {
  const { lead, value, verb } = wordsOf(fact)
  const start = verb && factNorm(fact.subject) === USER ? `You ${lead}` : lead
  return { lead: start.charAt(0).toLocaleUpperCase('en') + start.slice(1), value }
}

/** On its own: "You own a dog", "Declan works as an electrician", "Dog: name Rex". */
export function factSentence(fact: Triple): string {
  const { lead, value, verb } = wordsOf(fact)
  const name = subjectName(fact.subject)
  return verb ? `${name} ${lead} ${value}` : `${name}: ${fact.predicate} ${value}`
}
