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

/** A random capitalised name, unlikely to occur twice. */
export const madeUpName = () => {
  const word = [some(SYLLABLES), some(SYLLABLES), some(SYLLABLES)].join('')
  return `${word[0]?.toUpperCase()}${word.slice(1)}${some([...'bdklmnrstvx'])}`
}
