import { articleFor, factNorm, type Triple, USER, withoutNot } from '@/lib/shared/memory/facts'
import { WEEKDAY } from '@/lib/shared/time/words'
import { MONTH, UNITS } from './fact-finding/quantities'

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

/** A fact as the person would say it: "My cat is called Mochi.", "I am not allergic to nuts." */
export function statementOf({ subject, predicate, object: said }: Triple): string {
  const value = withoutNot(said)
  const isDenied = value !== said
  const object = articleFor({ predicate, object: value }) + value
  const isUser = factNorm(subject) === USER
  const named = /^\p{Lu}\p{Ll}/u.test(subject) ? subject : `My ${subject}`
  const [who, owner] = isUser ? ['I', 'My'] : [named, `${named}'s`]
  const not = isDenied ? ' not' : ''
  const be = `${isUser ? 'am' : 'is'}${not}`
  if (predicate === 'name') return `${who} ${be} called ${object}.`
  if (isNoun(predicate)) return `${owner} ${predicate} is${not} ${object}.`
  if (COMPLEMENT.test(predicate)) return `${who} ${be} ${predicate} ${object}.`
  const verb = inFirstPerson(predicate)
  if (!isDenied) return `${who} ${isUser ? verb : predicate} ${object}.`
  if (predicate === 'is') return `${who} ${be} ${object}.`
  // "I quit my job" does not name what ended.
  const deed = object === 'any more' ? verb.split(' ', 1)[0] : verb
  return `${who} ${isUser ? 'do' : 'does'} not ${deed} ${object}.`
}

/** The same, said to the person: "Your cat is called Mochi.", "You live in Oslo." */
export const toldBack = (fact: Triple): string =>
  statementOf(fact)
    .replace(/^I am(?!\p{L})/u, 'You are')
    .replace(/^I(?!\p{L})/u, 'You')
    .replace(/(?<![\p{L}'’-])(m)y(?!\p{L})/giu, (_, m: string) => (m === 'M' ? 'Your' : 'your'))

/** Whether a sentence speaks of its speaker, also without "I": "Paid Sam 5 back." */
export const isPersonal = (sentence: string): boolean =>
  /^(?:just |finally )?(?:\p{L}+ed|paid|lent|bought|sold|got|met|took|gave|lost|went|had|made|put|left|sent)(?= )|(?<!\p{L})(?:i|my|we|our|me|ich|mein\p{L}*|je|mon|ma|yo|mi)(?!\p{L})/iu.test(
    sentence,
  )

/** Whether a sentence names what a fact is about, rather than meaning it by a pronoun. */
export const namesSubject = (sentence: string, { subject }: Triple): boolean =>
  factNorm(subject) === USER ? isPersonal(sentence) : sentence.toLowerCase().includes(factNorm(subject))

/** Verbs that give something another value: "put … to £27". */
export const SETS = 'put|pushed|brought|raised|increased|lowered|reduced|upped|doubled|halved|cut'
/** A value to which something is set. "To 24 Mill Road" is none, nor is "to 30 kg of carrots". */
const VALUE = [
  '[£$€¥]',
  `(?:${WEEKDAY})(?!\\p{L})`,
  '\\p{N}{1,2}:\\p{N}{2}',
  '\\p{N}[\\p{N}.,]* ?%',
  `\\p{N}[\\p{N}.,]* ?(?:am|pm|${Object.values(UNITS).join('|')})(?! of|\\p{L})`,
  `\\p{N}{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}(?!\\p{L})`,
].join('|')
const CHANGE = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:now|(?:went|gone|going|dropped|risen|rose|come|came|put|pushed|brought) (?:up|down|back|forward|to(?= \p{N}))|(?:${SETS}) (?:[\p{L}'’-]+ ){0,4}(?:from \S+ (?:\p{L}+ )?)?to(?= (?:${VALUE}))|settled on|no longer|any ?more|instead|changed|moved|renamed|rescheduled|switched|postponed|cancell?ed|called off|(?:is|are) off(?=[.,;!]|$)|actually|correction|from now on|jetzt|nicht mehr|inzwischen|stattdessen|verschoben|umbenannt|maintenant|désormais|ahora|ya no|en vez)(?=$|[^\p{L}])`,
  'iu',
)
export const announcesChange = (sentence: string): boolean => CHANGE.test(sentence)

const LEAD = '^\\W*(?:(?:and|but|so|well|also|honestly|sometimes|often|actually|someday|one day)[\\s,]+)*'
const WISH = new RegExp(
  `${LEAD}(?:i|we)(?:['’]d| would)? (?:(?:really|so|just|still|always|also|secretly) )*(?:wish(?:ed)?|dream of|(?<=(?:['’]d|would) (?:\\w+ ){0,3})(?:love|like|prefer|want|rather|give)|want to|wanna|hope to)(?!\\p{L})`,
  'iu',
)
/** "One day I will live in Rome." */
const SOME_DAY =
  /^(?=.*(?<!\p{L})(?:one day|some ?day|eventually)(?!\p{L}))(?=.*(?:(?<!\p{L})will|['’]ll)(?!\p{L}))/iu
const COUNTERFACTUAL = new RegExp(
  `${LEAD}(?:if|suppose|imagine|what if|say)(?!\\p{L}).*?(?:(?<!\\p{L})would(?!\\p{L})|['’]d(?!\\p{L}))|${LEAD}(?:if only|suppose|imagine)(?!\\p{L})`,
  'iu',
)
/** "I used to live in Rome", with nothing about today. */
const PAST = new RegExp(`${LEAD}(?:i|we) used to(?!\\p{L})`, 'iu')
/** The sentence then states a fact as well: "I wish I lived in Rome, but I live in Leeds." */
const REAL_TOO = /(?<!\p{L})(?:but|although|though|because|since|instead of)(?!\p{L})/iu
const ASKS_FOR_WISHES =
  /(?<!\p{L})(?:want|wants|wanted|wish|wishes|would|if|dream|dreams|hope|hopes|like to|love to|rather|prefer|plans?)(?!\p{L})/iu

/** Whether a sentence states only a wish, a hypothetical or what used to be so. */
export const isUnreal = (sentence: string): boolean =>
  [WISH, SOME_DAY, COUNTERFACTUAL, PAST].some((form) => form.test(sentence)) && !REAL_TOO.test(sentence)
export const isPast = (sentence: string): boolean => PAST.test(sentence) && !REAL_TOO.test(sentence)
/** Whether a question is about wishes, so that a wish answers it. */
export const asksForWishes = (question: string): boolean => ASKS_FOR_WISHES.test(question)
