import { ENTITY, nounClass, singular } from './vocabulary'

export type Pronoun = 'he' | 'she' | 'it' | 'they' | 'his' | 'her' | 'its' | 'their'

const MENTION = new RegExp(
  `(?<![\\p{L}\\p{N}])(my|our|an?|two|three|this|that|your|his|her|their)\\s+((?:[\\p{L}-]+\\s+){0,2}?(?:${ENTITY}(?:s|es)?|children))(?![\\p{L}]|['’](?!s (?:name|birthday|fav)))`,
  'giu',
)
const OWNED_BEFORE = /(?:have|has|got|own|adopted|bought|rescued|['’]ve)\s+$/i
const FITS: Record<string, RegExp> = {
  he: /^(?:man|person|pet)$/,
  she: /^(?:woman|person|pet)$/,
  it: /^(?:pet|thing)$/,
}
const SAME: Partial<Record<Pronoun, string>> = { his: 'he', her: 'she', its: 'it', their: 'they' }

/** The last thing or person in a text that a pronoun fits. `phrase` is null if it is not the user's. */
export function entityIn(text: string, pronoun: Pronoun): { phrase: string | null } | null {
  const fits = SAME[pronoun] ?? pronoun
  for (const match of [...text.matchAll(MENTION)].reverse()) {
    const [, owner = '', phrase = ''] = match
    const { noun, plural } = singular(phrase)
    const kind = nounClass(noun)
    const human = kind === 'other' ? 'person' : kind
    if (fits === 'they' ? !plural : plural || !FITS[fits]?.test(human)) continue
    const counted = /^(?:an?|two|three)$/i.test(owner)
    const owned = /^(?:my|our)$/i.test(owner) || (counted && OWNED_BEFORE.test(text.slice(0, match.index)))
    return { phrase: owned ? phrase : null }
  }
  return null
}
