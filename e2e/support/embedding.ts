/** Words that mean the same in these tests; every word of a line has the line's one place in a vector. */
const SAME = [
  'boat ship vessel sloop dinghy',
  'red crimson scarlet',
  'doctor physician medic',
  'sold parted handed',
  'car automobile',
  'happy glad cheerful',
  'begin start commence',
]
const MEANING = new Map(SAME.flatMap((line) => line.split(' ').map((word) => [word, line] as const)))
export const DIMS = 64

function placeOf(word: string, dims: number): number {
  let hash = 2_166_136_261
  for (const letter of MEANING.get(word) ?? word) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  return Math.abs(hash) % dims
}

/**
 * One vector a text: its words counted, words of one meaning at one place. Deterministic, so that tests can
 * say what is near what.
 */
export const bagOfWords = (texts: string[], _model = '', dims = DIMS): number[][] =>
  texts.map((text) => {
    const vector = Array.from({ length: dims }, () => 0.01)
    for (const word of text.toLowerCase().match(/\p{L}{4,}|red|car/gu) ?? []) {
      const place = placeOf(word, dims)
      vector[place] = (vector[place] ?? 0) + 1
    }
    return vector
  })
