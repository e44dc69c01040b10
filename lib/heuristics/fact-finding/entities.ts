import { ENTITY, type Noun, nounClass, singular } from './vocabulary'

const MENTION = new RegExp(
  `(?<![\\p{L}\\p{N}])(my|our|an?|two|three|this|that|your|his|her|their)\\s+((?:[\\p{L}-]+\\s+){0,2}?(?:${ENTITY}(?:s|es)?|children))(?![\\p{L}]|['’](?!s (?:name|birthday|fav)))`,
  'giu',
)
const OWNED_BEFORE = /(?:have|has|got|own|adopted|bought|rescued|['’]ve)\s+$/i
const [HE, SHE, IT] = [
  ['he', 'him', 'his', 'who'],
  ['she', 'her', 'who'],
  ['it', 'its'],
]
const PRONOUNS: Record<Noun | 'plural', readonly string[]> = {
  man: HE,
  woman: SHE,
  person: [...HE, ...SHE],
  other: [...HE, ...SHE],
  pet: [...HE, ...SHE, ...IT],
  thing: IT,
  date: [],
  attribute: [],
  plural: ['they', 'them', 'their', 'who'],
}

/** A thing or person in a text, which ends at `end`. `phrase` is null if it is not the user's. */
export type Mention = { end: number; phrase: string | null; pronouns: readonly string[]; confidence: number }

export function mentionsIn(text: string, confidence: number): Mention[] {
  return [...text.matchAll(MENTION)].map((match) => {
    const [all, owner = '', phrase = ''] = match
    const { noun, plural } = singular(phrase)
    const counted = /^(?:an?|two|three)$/i.test(owner)
    const before = text.slice(Math.max(0, match.index - 12), match.index)
    const owned = /^(?:my|our)$/i.test(owner) || (counted && OWNED_BEFORE.test(before))
    return {
      end: match.index + all.length,
      phrase: owned ? phrase : null,
      pronouns: plural ? PRONOUNS.plural : PRONOUNS[nounClass(noun)],
      confidence,
    }
  })
}

/** The last mention that a pronoun fits. */
export const mentioned = (mentions: readonly Mention[], pronoun: string): Mention | undefined =>
  mentions.findLast(({ pronouns }) => pronouns.includes(pronoun.toLowerCase()))
