import { factNorm, type Triple, USER, withoutNot } from '@/lib/shared/memory/facts'

/** Predicates that a noun names: "my cat's name is". */
const NOUNS = new Set('name age birthday diet nationality email phone address breed height weight'.split(' '))
const isNoun = (predicate: string) =>
  NOUNS.has(predicate) || /^favou?rite |(?: size| type| number| name| language| town)$/.test(predicate)
/** Predicates without a verb: "I am allergic to". */
const COMPLEMENT = /^(?:allergic to|from|born (?:in|on)|married to|engaged to|afraid of)$/
const FIRST: Record<string, string> = { has: 'have', is: 'am', does: 'do', goes: 'go' }

const inFirstPerson = (predicate: string) => {
  const [verb = '', ...rest] = predicate.split(' ')
  const plain = FIRST[verb] ?? verb.replace(/ies$/, 'y').replace(/(?<=(?:sh|ch|x|ss))es$|(?<![su])s$/, '')
  return [plain, ...rest].join(' ')
}

/**
 * A fact as the person would say it: "My cat is called Mochi.", "I live in Oslo.", "My sister works at
 * Ikea.", "I am not allergic to nuts."
 */
export function statementOf({ subject, predicate, object: said }: Triple): string {
  const object = withoutNot(said)
  if (object !== said) return denialOf({ subject, predicate, object })
  const isUser = factNorm(subject) === USER
  const owner = isUser ? 'My' : `My ${subject}'s`
  const who = isUser ? 'I' : `My ${subject}`
  if (predicate === 'name') return `${who} ${isUser ? 'am' : 'is'} called ${object}.`
  if (isNoun(predicate)) return `${owner} ${predicate} is ${object}.`
  if (COMPLEMENT.test(predicate)) return `${who} ${isUser ? 'am' : 'is'} ${predicate} ${object}.`
  return `${who} ${isUser ? inFirstPerson(predicate) : predicate} ${object}.`
}

/** The same, said to the person: "Your cat is called Mochi.", "You live in Oslo." */
export const toldBack = (fact: Triple): string =>
  statementOf(fact)
    .replace(/^I am(?!\p{L})/u, 'You are')
    .replace(/^I(?!\p{L})/u, 'You')
    .replace(/(?<![\p{L}'’-])(m)y(?!\p{L})/giu, (_, m: string) => (m === 'M' ? 'Your' : 'your'))

function denialOf({ subject, predicate, object }: Triple): string {
  const isUser = factNorm(subject) === USER
  const [who, be, does] = isUser ? ['I', 'am', 'do'] : [`My ${subject}`, 'is', 'does']
  if (predicate === 'name') return `${who} ${be} not called ${object}.`
  if (isNoun(predicate)) return `${isUser ? 'My' : `${who}'s`} ${predicate} is not ${object}.`
  if (predicate === 'is') return `${who} ${be} not ${object}.`
  if (COMPLEMENT.test(predicate)) return `${who} ${be} not ${predicate} ${object}.`
  // "I quit my job" does not name what ended.
  if (object === 'any more')
    return `${who} ${does} not ${inFirstPerson(predicate).split(' ', 1)[0]} any more.`
  return `${who} ${does} not ${inFirstPerson(predicate)} ${object}.`
}

/** Whether a sentence speaks of its speaker. */
export const isPersonal = (sentence: string): boolean =>
  /(?<!\p{L})(?:i|my|we|our|me|ich|mein\p{L}*|je|mon|ma|yo|mi)(?!\p{L})/iu.test(sentence)

/** Whether a sentence names what a fact is about, rather than meaning it by a pronoun. */
export const namesSubject = (sentence: string, { subject }: Triple): boolean =>
  factNorm(subject) === USER ? isPersonal(sentence) : sentence.toLowerCase().includes(factNorm(subject))

export const announcesChange = (sentence: string): boolean =>
  /(?:^|[^\p{L}])(?:now|no longer|any ?more|instead|changed|moved|renamed|rescheduled|switched|postponed|correction|from now on|jetzt|nicht mehr|inzwischen|stattdessen|verschoben|umbenannt|maintenant|désormais|ahora|ya no|en vez)(?=$|[^\p{L}])/iu.test(
    sentence,
  )
