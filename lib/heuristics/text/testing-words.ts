import fc from 'fast-check'

/** For tests: names made of syllables, which no rule can know. */
const syllable = fc
  .tuple(
    fc.constantFrom(...'bdfgklmnprstvz'),
    fc.constantFrom(...'aeiou'),
    fc.constantFrom('', '', 'n', 'r', 'l'),
  )
  .map((parts) => parts.join(''))
export const madeUp = fc.array(syllable, { minLength: 3, maxLength: 4 }).map((parts) => parts.join(''))
export const madeUpName = madeUp.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
export const distinctNames = (count: number) =>
  fc.uniqueArray(madeUpName, { minLength: count, maxLength: count, selector: (name) => name.slice(0, 5) })
/** Things people own and name. */
export const thing = fc.constantFrom(
  'cat',
  'dog',
  'boat',
  'sister',
  'neighbour',
  'horse',
  'garden',
  'band',
  'tractor',
)

/** Different in every run. fast-check prints it with a failure, so that the run can be repeated. */
export const SEED = Date.now()
