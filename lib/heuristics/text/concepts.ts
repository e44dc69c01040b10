import { fold } from '@/lib/shared/words'
import { type Language, wordSet } from './stop-words'
import { stemOf } from './words'

/**
 * Words that ask for and state the same thing ("What is X's name?", "X is called …"). They only decide which
 * sentence is quoted.
 */
const CONCEPTS: Record<string, string> = {
  '#name':
    'name names named called renamed heißt heisst heiße heisse name nennt nom appelle appelé appelée nombre llama llamo llamado llamada',
  '#live':
    'live lives living lived moved home reside resides address wohne wohnt wohnst lebe lebt umgezogen habite habites habité vive vivo vives',
  '#work':
    'work works working worked job jobs employer employed profession company firm arbeite arbeitet arbeitest beruf travaille travailles trabajo trabaja trabajas',
  '#price':
    'price prices cost costs pay pays paid euro euros dollar dollars pound pounds preis kostet kosten prix coûte coûtent precio cuesta cuestan',
  '#birth': 'birthday birthdate born geburtstag geboren anniversaire né née cumpleaños nací nacido',
  '#like':
    'like likes liked love loves loved enjoy enjoys prefer prefers favourite favorite mag magst liebe liebt aime aimes adore gusta gustan encanta',
  '#favourite':
    'favourite favorite favourites favorites lieblings préféré préférée preferido preferida favorito favorita',
  '#age': 'age old years alt jahre âge ans edad años',
  '#allergy': 'allergy allergies allergic allergen allergens',
  '#mother': 'mother mum mom mummy mama',
  '#father': 'father dad daddy papa',
  '#boss': 'boss manager supervisor',
  '#wedding': 'married marry wedding anniversary',
  '#spouse': 'spouse husband hubby wife married',
  '#child': 'child children kid kids',
  '#home': 'flat apartment',
  '#doctor': 'doctor gp',
  '#dentist': 'dentist dental',
  '#colour': 'colour colours color colors',
  '#licence': 'licence license registration',
  '#film': 'film films movie movies',
  '#stop': 'stop stops stopped quit quits',
  '#origin': 'from come comes came komme kommt viens vient vengo viene',
}

const byWord = new Map<string, string[]>()
for (const [concept, words] of Object.entries(CONCEPTS))
  for (const word of words.split(' ')) byWord.set(fold(word), [...(byWord.get(fold(word)) ?? []), concept])

const AGENT = /[eo]rs?$/
/**
 * Matches a noun of a doer and none of its verb's forms: "treasurer", not "treasured". Null = no such noun.
 */
export const agentKey = (word: string, language: Language | null): string | null => {
  const noun = word.replace(/s$/, '')
  return language === 'en' && AGENT.test(word) && stemOf(noun, language) !== noun ? noun : null
}

/** The keys that match a word: its stem, its everyday concepts, and what only a doer's noun has. */
export const keysOf = (word: string, language: Language | null): string[] => [
  stemOf(word, language),
  ...(byWord.get(word) ?? []),
  ...[agentKey(word, language) ?? []].flat(),
]

const NAMING = wordSet(
  'called named heißt heisst heiße heisse nennt appelle appelé appelée llama llamo llamado llamada',
)
/** A verb that only says that something has a name. */
export const namesSomething = (word: string): boolean => NAMING.has(word)

/** Other words for the concepts among some keys, for a second search. */
export const synonymsOf = (concepts: readonly string[], word: string): string[] =>
  concepts.flatMap((concept) => CONCEPTS[concept]?.split(' ') ?? []).filter((other) => fold(other) !== word)

/** A noun with the others that mean the same ("mum": mother, mom). */
export const sameNouns = (noun: string): string[] => [
  noun,
  ...synonymsOf(
    (byWord.get(fold(noun)) ?? []).filter((concept) => NOUNS.has(concept)),
    fold(noun),
  ),
]
const NOUNS = new Set(['#mother', '#father', '#boss', '#child', '#home', '#doctor'])

/** What to look for if everything about a person is asked for. */
export const OWN_QUESTIONS = ['What is my name?', 'Where do I live?', 'Where do I work?', 'What do I like?']
export const EVERYDAY = ['name', 'live', 'work', 'like', 'favourite', 'birthday']
