const SYLLABLES = [
  'ba',
  'dru',
  'fen',
  'gol',
  'hix',
  'jo',
  'kel',
  'lum',
  'mor',
  'nai',
  'pra',
  'quo',
  'rus',
  'shi',
  'tov',
  'vel',
  'wen',
  'yar',
  'zet',
]
const some = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** Workers share a memory, so each has first syllables of its own. */
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
const FIRST = SYLLABLES.filter((_, i) => i % 2 === worker % 2)
const given = new Set<string>()

/** A random capitalised name that no other test has. */
export function madeUpName(): string {
  const word = [some(FIRST), some(SYLLABLES), some(SYLLABLES)].join('')
  const name = `${word[0]?.toUpperCase()}${word.slice(1)}${some([...'bdklmnrstvx'])}`
  if (given.has(name)) return madeUpName()
  given.add(name)
  return name
}
