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

/** Predicates that cannot both be true of one thing share an aspect. */
const ASPECT: Readonly<Record<string, string>> = { likes: 'taste', dislikes: 'taste' }

/** Kinds of facts that matter whatever a message is about, the most harmful when missing first. */
export const FACT_KINDS = ['health', 'allergy', 'diet', 'name', 'family', 'work', 'home', 'language'] as const
export type FactKind = (typeof FACT_KINDS)[number]
type Predicates = {
  /**
   * Other words for a predicate, each for the one that facts are stored under. Only words that mean the same
   * of any subject: "joined" may be a club, "location" that of a thing.
   */
  same?: Readonly<Record<string, string>>
  /** Predicates, and nouns in their place, that are of the same kind but mean something else. */
  also?: string
  /** Words by which a message is about the kind without naming it. */
  about?: string
}
const FOOD = 'eat food cook dinner lunch breakfast meal recipe restaurant menu snack dish order bake cake'
const PREDICATES: Readonly<Record<FactKind | 'other', Predicates>> = {
  health: {
    same: {
      'diagnosed with': 'diagnosis, diagnosed',
      takes: 'medication, medications, medicine, medicines, takes medication, taking',
    },
    also: 'condition, conditions, health, disease, illness, disorder, syndrome, disability, suffers from, suffers, treated for, injured, injury, operated on, operated, operation, had operation, surgery, had surgery, broke, fractured, pain, pregnant, pregnancy, due date, blood type, symptom, symptoms, diabetes, diabetic, asthma, asthmatic, migraine, migraines, epilepsy, epileptic, celiac, coeliac, cancer, arthritis, depression, anxiety, adhd, autism, autistic, blood pressure, pacemaker, knee, back, shoulder, neck, hip, ankle, wrist, elbow, hand, foot, leg, arm, spine, heart, stomach, skin, eyes',
    about: `${FOOD} doctor medicine pharmacy pain hurt ill sick symptom exercise workout gym training run sport`,
  },
  allergy: {
    same: { 'allergic to': 'allergy, allergies, allergic, has allergy to' },
    also: 'intolerant to, intolerant of, intolerant, intolerance, intolerances, cannot tolerate, anaphylaxis',
    about: `${FOOD} medicine pharmacy`,
  },
  diet: {
    same: { avoids: 'does not eat, avoids eating, cannot eat' },
    also: 'diet, dietary restriction, dietary restrictions, eats, food preference, vegetarian, vegan',
    about: FOOD,
  },
  name: {
    same: { name: 'called, is called, named, is named, first name, full name' },
    also: 'nickname, preferred name, surname, last name, pronouns',
    about: 'called named',
  },
  family: {
    same: { 'married to': 'spouse, husband, wife' },
    also: 'partner, girlfriend, boyfriend, fiancé, fiancée, engaged to, son, sons, daughter, daughters, child, children, kid, kids, baby, mother, mum, mom, father, dad, parents, brother, brothers, sister, sisters, sibling, siblings, twin, grandmother, grandma, grandfather, grandpa, grandson, granddaughter, family, family member, dog, dogs, puppy, cat, cats, kitten, pet, pets, horse, rabbit, parrot, hamster',
    about: 'family relatives',
  },
  work: {
    same: {
      'works at': 'works for, employer, employed by, employed at',
      'works as': 'job, job title, profession, occupation',
      'day off': 'days off, free day, free days, off day',
    },
    also: 'company, works in, works, studies, studies at, role, self-employed, retired, working hours, works on',
    about: 'job profession career work employer company office colleague boss',
  },
  home: {
    same: { 'lives in': 'moved to, lives at, lives, living in, resides in, relocated to' },
    also: 'home, house, flat, apartment, hometown, home town, address, residence, lives with',
    about: 'live home town city country weather near',
  },
  language: {
    same: { speaks: 'language, languages, spoken languages' },
    also: 'native language, mother tongue, first language, native speaker of, fluent in',
    about: 'language translate',
  },
  other: {
    same: {
      birthday: 'date of birth, birth date, birthdate',
      email: 'e-mail, email address, e-mail address',
      phone: 'phone number, telephone, mobile, mobile number',
      likes: 'loves, enjoys',
      dislikes: 'hates',
      nationality: 'citizenship',
      colour: 'color',
      budget: 'total budget, overall budget',
      'start date': 'starts on, starting date',
    },
  },
}
const list = (words = '') => (words ? words.split(', ') : [])
const SAME = new Map(
  Object.values(PREDICATES).flatMap(({ same = {} }) =>
    Object.entries(same).flatMap(([predicate, others]) =>
      list(others).map((other) => [other, predicate] as const),
    ),
  ),
)
const KIND_OF = new Map(
  FACT_KINDS.flatMap((kind) => {
    const { same = {}, also } = PREDICATES[kind]
    const words = [...Object.entries(same).flatMap(([one, others]) => [one, ...list(others)]), ...list(also)]
    return words.map((word) => [word, kind] as const)
  }),
)
/** Words by which a message is about facts of a kind. */
export const wordsAbout = (kind: FactKind): string => PREDICATES[kind].about ?? ''

/** The predicate under which a fact is stored, so that "moved to" replaces "lives in". */
export function standardPredicate(predicate: string): string {
  const plain = predicate
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^favorite /, 'favourite ')
  return SAME.get(plain) ?? plain
}

const STANDARD = new Set([...SINGLE_VALUED, ...SAME.values(), 'owns', 'plays', 'is', 'has'])
/** Whether a predicate is one of the usual words, so that no message need have said it. */
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
/** The kind of a predicate, or of a noun in its place, however it is worded; undefined = of none. */
export function kindOf(predicate: string): FactKind | undefined {
  const plain = standardPredicate(predicate)
  const whole = KIND_OF.get(plain)
  if (whole) return whole
  const words = plain
    .replace(NAME_OF, '')
    .replace(LEADING, '')
    .replaceAll(/['’]s /g, ' ')
    .split(' ')
  const [first = '', second = ''] = words
  const isVerb = [second, words.at(-1) ?? ''].some((word) => VERB_REST.test(word))
  const ends = words.map((_, i) => KIND_OF.get(words.slice(i).join(' '))).find(Boolean)
  const found = ends ?? (isVerb ? KIND_OF.get(first) : undefined)
  return found === 'name' ? undefined : found
}

/** The kind of a fact. What somebody is or has is told by its value, and "knee" is about health. */
export function kindOfFact(fact: {
  subject: string
  predicate: string
  object: string
}): FactKind | undefined {
  if (kindOf(fact.subject) === 'health') return 'health'
  return kindOf(
    /^(?:is|has|had|owns)$/.test(standardPredicate(fact.predicate)) ? fact.object : fact.predicate,
  )
}
/** What a person may not want to send to a service: diagnoses, medication, injuries, allergies. */
export const isOfHealth = (kind: FactKind | undefined) => kind === 'health' || kind === 'allergy'
