const SINGLE_VALUED = new Set([
  'name',
  'age',
  'birthday',
  'born on',
  'born in',
  'lives in',
  'moved to',
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
])

/** Whether a subject has one value of a predicate at a time, so that a new value replaces the old one. */
export function isSingleValued(predicate: string): boolean {
  const plain = predicate.trim().toLowerCase()
  return SINGLE_VALUED.has(plain) || plain.startsWith('favourite ')
}
