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
])

/** Predicates that cannot both be true of one thing share an aspect. */
const ASPECT: Readonly<Record<string, string>> = { likes: 'taste', dislikes: 'taste' }

/**
 * Other words for a predicate, each for the one that facts are stored under. Only words that mean the same of
 * any subject: "joined" may be a club, "location" that of a thing.
 */
const SAME = new Map(
  Object.entries({
    name: ['called', 'is called', 'named', 'is named', 'first name', 'full name'],
    'lives in': ['moved to', 'lives at', 'lives', 'living in', 'resides in', 'relocated to'],
    'works at': ['works for', 'employer', 'employed by', 'employed at'],
    'works as': ['job', 'job title', 'profession', 'occupation'],
    'married to': ['spouse', 'husband', 'wife'],
    birthday: ['date of birth', 'birth date', 'birthdate'],
    email: ['e-mail', 'email address', 'e-mail address'],
    phone: ['phone number', 'telephone', 'mobile', 'mobile number'],
    likes: ['loves', 'enjoys'],
    dislikes: ['hates'],
    speaks: ['language', 'languages'],
    'allergic to': ['allergy', 'allergies'],
    nationality: ['citizenship'],
  }).flatMap(([predicate, others]) => others.map((other) => [other, predicate] as const)),
)

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
