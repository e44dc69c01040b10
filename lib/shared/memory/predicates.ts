import { isCommonIllness, namesIllness } from './illness'

const SINGLE_VALUED = new Set([
  'name',
  'age',
  'birthday',
  'born on',
  'born in',
  'lives in',
  'going on holiday to',
  'works at',
  'works in',
  'works as',
  'studies at',
  'married to',
  'engaged to',
  'nationality',
  'diet',
  'email',
  'phone',
  'address',
  'breed',
  'height',
  'weight',
  'shoe size',
  'blood type',
  'budget',
  'insurer',
  'drives',
  'studies',
  'day off',
  'colour',
  'start date',
  'end date',
  'deadline',
])

/** Predicates that exclude each other share an aspect. */
const ASPECT: Readonly<Record<string, string>> = { likes: 'taste', dislikes: 'taste' }

/** Kinds of facts that matter in any conversation, those most dangerous to miss first. */
export const FACT_KINDS = ['health', 'allergy', 'diet', 'name', 'family', 'work', 'home', 'language'] as const
export type FactKind = (typeof FACT_KINDS)[number]
const FOOD = 'eat food cook dinner lunch breakfast meal recipe restaurant menu snack dish order bake cake'
/** The closest first. */
const FAMILY = [
  'married to, partner, girlfriend, boyfriend, fiancé, fiancée, engaged to',
  'son, sons, daughter, daughters, child, children, kid, kids, baby',
  'mother, mum, mom, father, dad, parents, brother, brothers, sister, sisters, sibling, siblings, twin, grandson, granddaughter',
  'grandmother, grandma, grandfather, grandpa, family, family member, dog, dogs, puppy, cat, cats, kitten, pet, pets, horse, rabbit, parrot, hamster',
]
/** Per kind: its predicates, or nouns used as predicates; then the words in a message that make it relevant. */
const KINDS: Readonly<Record<FactKind, readonly [predicates: string, about: string]>> = {
  health: [
    'diagnosed with, takes, condition, conditions, health, disability, suffers from, suffers, treated for, injured, injury, operated on, operated, operation, had operation, surgery, had surgery, broke, fractured, pain, pregnant, pregnancy, due date, blood type, symptom, symptoms, blood pressure, pacemaker, knee, back, shoulder, neck, hip, ankle, wrist, elbow, hand, foot, leg, arm, spine, heart, stomach, skin, eyes, epipen, inhaler, insulin, insulin pump, cpap, hearing aid, hearing aids, wheelchair',
    `${FOOD} doctor medicine pharmacy pain hurt ill sick symptom exercise workout gym training run sport`,
  ],
  allergy: [
    'allergic to, intolerant to, intolerant of, intolerant, intolerance, intolerances, cannot tolerate, anaphylaxis',
    `${FOOD} medicine pharmacy`,
  ],
  diet: [
    'diet, dietary restriction, dietary restrictions, avoids, eats, food preference, vegetarian, vegan',
    FOOD,
  ],
  name: ['name, nickname, preferred name, surname, last name, pronouns', 'called named'],
  family: [FAMILY.join(', '), 'family relatives'],
  work: [
    'works at, works as, day off, company, works in, works, studies, studies at, role, self-employed, retired, working hours, works on',
    'job profession career work employer company office colleague boss',
  ],
  home: [
    'lives in, home, house, flat, apartment, hometown, home town, address, residence, lives with',
    'live home town city country weather near',
  ],
  language: [
    'speaks, native language, mother tongue, first language, native speaker of, fluent in',
    'language translate',
  ],
}
const KIND_OF = new Map(
  FACT_KINDS.flatMap((kind) => KINDS[kind][0].split(', ').map((word) => [word, kind] as const)),
)
const CLOSENESS = new Map(FAMILY.flatMap((words, i) => words.split(', ').map((word) => [word, i] as const)))
export const FARTHEST = FAMILY.length
/** How close a relative is, 0 = closest. The "fiancé's mother" is not as close as a mother. */
export function closenessOf(relation: string): number {
  const words = standardPredicate(relation).replace(NAME_OF, '')
  const ends = words.split(' ').map((_, i, all) => CLOSENESS.get(standardPredicate(all.slice(i).join(' '))))
  const isOfOther = /['’]s? /.test(words)
  return isOfOther ? FARTHEST : (ends.find((one) => one !== undefined) ?? FARTHEST)
}
/** Words in a message that make facts of this kind relevant. */
export const wordsAbout = (kind: FactKind): string => KINDS[kind][1]

/**
 * Synonyms of stored predicates. Only those that mean the same for any subject: "joined" may be a club,
 * "location" that of an object.
 */
const SAME = new Map(
  Object.entries({
    name: ['called', 'is called', 'named', 'is named', 'first name', 'full name'],
    'lives in': ['moved to', 'lives at', 'lives', 'living in', 'resides in', 'relocated to'],
    'works at': ['works for', 'employer', 'employed by', 'employed at'],
    'works as': ['job', 'job title', 'profession', 'occupation'],
    'day off': ['days off', 'free day', 'free days', 'off day'],
    'married to': ['spouse', 'husband', 'wife'],
    birthday: ['date of birth', 'birth date', 'birthdate'],
    email: ['e-mail', 'email address', 'e-mail address'],
    phone: ['phone number', 'telephone', 'mobile', 'mobile number'],
    likes: ['loves', 'enjoys'],
    dislikes: ['hates'],
    speaks: ['language', 'languages', 'spoken languages'],
    'diagnosed with': ['diagnosis', 'diagnosed'],
    takes: ['medication', 'medications', 'medicine', 'medicines', 'takes medication', 'taking'],
    'allergic to': ['allergy', 'allergies', 'allergic', 'has allergy to'],
    avoids: ['does not eat', 'avoids eating', 'cannot eat'],
    nationality: ['citizenship'],
    colour: ['color'],
    budget: ['total budget', 'overall budget'],
    'start date': ['starts on', 'starting date'],
  }).flatMap(([predicate, others]) => others.map((other) => [other, predicate] as const)),
)

/** The predicate under which a fact is stored, so that "moved to" replaces "lives in". */
export function standardPredicate(predicate: string): string {
  const plain = predicate
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^favorite /, 'favourite ')
    .replace(/ \((?:medicines?|medication|any illness or condition)\)$/, '')
  return SAME.get(plain) ?? plain
}

const STANDARD = new Set([...SINGLE_VALUED, ...SAME.values(), 'owns', 'plays', 'is', 'has'])
/** Whether a predicate is in the standard vocabulary, so it need not occur in the message. */
export const isStandard = (predicate: string): boolean => STANDARD.has(standardPredicate(predicate))

/** Whether a subject has one value of a predicate at a time, so that a new value replaces the old one. */
export function isSingleValued(predicate: string): boolean {
  const plain = standardPredicate(predicate)
  return SINGLE_VALUED.has(plain) || plain.startsWith('favourite ')
}

export const samePredicate = (a: { predicate: string }, b: { predicate: string }): boolean =>
  standardPredicate(a.predicate) === standardPredicate(b.predicate)

/** Equal for predicates that replace one another: "likes tea" and "dislikes tea". */
export function aspectOf(predicate: string): string {
  const standard = standardPredicate(predicate)
  return ASPECT[standard] ?? standard
}

/** Small words before a predicate, "'s" and "name" after the noun of somebody ("dog's name"). */
const LEADING =
  /^(?:(?:is|was|are|has|have|had|been|being|got|currently|current|now|recently|an?|the|my|own)\s)+/
const NAME_OF = /(?:['’]s)? names?$/
/** After a verb: "diagnosed in 2019 with", "takes daily", "works remotely at". */
const VERB_REST = /^(?:in|on|at|for|with|to|from|since|by|after|as|daily|weekly|twice|once|every)$/
/** "back" as in "brings him back", not a part of the body. */
const RETURNS =
  /(?:^|\s)(?:him|them|us|you|me|it|comes?|came|g(?:oes|o|ets?|ot)|went|moved?|moves|(?:br(?:ings?|ought)|t(?:akes?|ook)|gives?|gave|calls?|called|sends?|sent|pays?|paid|wins?|won)(?: her)?) back$/
/** The kind of a predicate, or of a noun used as one, in any wording; undefined = none. */
export function predicateKind(predicate: string): FactKind | undefined {
  const plain = standardPredicate(predicate)
  if (RETURNS.test(plain)) return undefined
  const kindOfWord = (words: string) => KIND_OF.get(standardPredicate(words))
  const words = plain
    .replace(NAME_OF, '')
    .replace(LEADING, '')
    .replaceAll(/['’]s /g, ' ')
    .split(' ')
  const [first = '', second = ''] = words
  const last = words.at(-1) ?? ''
  const isVerb = [second, last].some((word) => VERB_REST.test(word))
  const ends = words.map((_, i) => kindOfWord(words.slice(i).join(' '))).find(Boolean)
  const found = ends ?? (isCommonIllness(last) ? 'health' : isVerb ? kindOfWord(first) : undefined)
  return KIND_OF.get(plain) ?? (found === 'name' ? undefined : found)
}

const TOLD_BY_VALUE = /^(?:is|has|had|owns|carries|uses|wears|lives with)$/
/** The kind of a fact. For "is" and "has" the value decides; a subject such as "knee" makes it health. */
export function kindOfFact({
  subject,
  predicate,
  object,
}: Record<'subject' | 'predicate' | 'object', string>) {
  if (predicateKind(subject) === 'health') return 'health'
  const isToldByValue = TOLD_BY_VALUE.test(standardPredicate(predicate))
  const kind = isToldByValue ? predicateKind(object) : undefined
  return kind ?? (isToldByValue && namesIllness(object) ? 'health' : predicateKind(predicate))
}
/** What a person may not want to send to a service: diagnoses, medication, injuries, allergies. */
export const isOfHealth = (kind: FactKind | undefined) => kind === 'health' || kind === 'allergy'
