import { fold } from '@/lib/shared/words'
import { type Language, stemOf, wordSet } from './words'

/**
 * Words that ask for and state the same ("name", "called"), a family per line, which may go on indented; the
 * first names it. A child may be a son, so "son" finds "kid", but not "daughter".
 */
const CONCEPTS = new Map<string, readonly string[]>(
  `
  name names naming named called renamed heißt heisst heiße heisse nennt nom appelle appelé appelée nombre llama
    llamo llamado llamada
  live lives living lived moved home reside resides address wohne wohnt wohnst lebe lebt umgezogen habite
    habites habité vive vivo vives
  work works working worked job jobs employer employed profession company firm arbeite arbeitet arbeitest
    beruf travaille travailles trabajo trabaja trabajas
  price prices cost costs pay pays paid euro euros dollar dollars pound pounds quid bucks preis kostet
    kosten prix coûte coûtent precio cuesta cuestan
  owe lend lent borrow paid pay repaid
  birthday birthdate born geburtstag geboren anniversaire né née cumpleaños nací nacido
  like likes liked love loves loved enjoy enjoys prefer prefers favourite favorite mag magst liebe liebt
    aime aimes adore gusta gustan encanta
  favourite favorite favourites favorites lieblings préféré préférée preferido preferida favorito favorita
  age old years alt jahre âge ans edad años
  allergy allergic allergen
  stop quit
  from come comes came komme kommt viens vient vengo viene
  wedding married marry anniversary
  mother mum mom mummy mama
  father dad daddy papa
  grandmother grandma granny gran nan nana
  grandfather grandpa grandad granddad
  spouse husband hubby wife married
  child children kid kids
  son child children kid kids boy
  daughter child children kid kids girl
  brother sibling siblings
  sister sibling siblings
  boss manager supervisor
  doctor gp physician
  dentist dental
  pet animal
  partner boyfriend girlfriend fiancé fiancée
  neighbour neighbor
  flat apartment
  sofa couch settee
  heating boiler radiator furnace heater
  fridge refrigerator freezer
  rubbish bin trash garbage waste refuse
  wifi wireless wi wlan router
  code pin passcode password combination
  phone mobile landline cell o2 ee vodafone giffgaff verizon cellphone smartphone
  licence plate reg registration license
  car vehicle auto skoda ford fiesta vauxhall corsa vw volkswagen toyota yaris honda nissan bmw audi mercedes
    fiat kia hyundai renault clio peugeot citroën volvo tesla mazda
  bicycle bike cycle
  fuel petrol diesel
  colour color
  fly flight flights flew
  film movie
  trip holiday vacation
  shop store supermarket
  mechanic garage
  arrive coming deliver delivery
  school nursery primary
  salary wage income earn paycheck
  medicine medication med meds pill tablet mg
  surgery operation op replaced
  expiry expire valid runs
  appointment appt booking
  gift present
  gluten coeliac celiac
  eat eats eating coeliac celiac vegan vegetarian
  close closes closed closing shut shuts
  study studies studying studied degree
  glasses spectacles specs`
    .trim()
    .split(/\n(?! {4})/)
    .map((line) => line.trim().split(/\s+/))
    .map((words) => [`#${words[0]}`, words] as const),
)

const byWord = new Map<string, string[]>()
for (const [concept, words] of CONCEPTS)
  for (const word of words) byWord.set(fold(word), [...(byWord.get(fold(word)) ?? []), concept])
/** The concepts of a word, which may be another form of one in their list. */
const conceptsOf = (word: string) =>
  [word, word.replace(/s$/, ''), word.replace(/es$/, '')].map((form) => byWord.get(form)).find(Boolean) ?? []

const AGENT = /[eo]rs?$/
/** Matches a doer's noun, not its verb: "treasurer", not "treasured". Null = no such noun. */
export const agentKey = (word: string, language: Language | null): string | null => {
  const noun = word.replace(/s$/, '')
  return language === 'en' && AGENT.test(word) && stemOf(noun, language) !== noun ? noun : null
}

/** The keys that match a word: its stem, its everyday concepts, and what only a doer's noun has. */
export const conceptKeys = (word: string, language: Language | null): string[] => [
  stemOf(word, language),
  ...conceptsOf(word),
  ...[agentKey(word, language) ?? []].flat(),
]

const NAMING = wordSet(
  'called named heißt heisst heiße heisse nennt appelle appelé appelée llama llamo llamado llamada',
)
export const namesSomething = (word: string): boolean => NAMING.has(word)

export const synonymsOf = (concepts: readonly string[], word: string): string[] =>
  concepts.flatMap((concept) => CONCEPTS.get(concept) ?? []).filter((other) => fold(other) !== word)

const nounsOf = (nouns: string) => new Set(nouns.split(' ').map((name) => `#${name}`))
const NOUNS = nounsOf('mother father grandmother grandfather boss child flat doctor neighbour partner car')
const NARROWER = nounsOf('son daughter brother sister')
/** A noun with the others that mean the same ("mum": mother, mom), and those it may stand for if `narrower`. */
export const sameNouns = (noun: string, narrower = false): string[] => [
  noun,
  ...synonymsOf(
    conceptsOf(fold(noun)).filter((one) => NOUNS.has(one) || (narrower && NARROWER.has(one))),
    fold(noun),
  ),
]
export const EVERYDAY = ['name', 'live', 'work', 'like', 'favourite', 'birthday']
