/** Words on the same line are synonyms in these tests: they share one dimension of the vector. */
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
 * One vector per text: word counts, with synonyms in one dimension. Deterministic, so tests can predict
 * similarity.
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
