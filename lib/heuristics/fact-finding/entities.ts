import { factNorm, isDenial, type Triple, USER } from '@/lib/shared/memory/facts'
import { ENTITY, type Noun, nounClass, singular } from './vocabulary'

const MENTION = new RegExp(
  `(?<![\\p{L}\\p{N}])(my|our|an?|two|three|this|that|your|his|her|their)\\s+((?:[\\p{L}-]+\\s+){0,2}?(?:${ENTITY}(?:s|es)?|children))(?![\\p{L}-]|['’](?!s (?:\\d|name|birthday|fav|got|been|an?|the|in|on|at|not|just|so|very|now|\\p{L}+ing)))`,
  'giu',
)
/** Someone who is named by an age alone ("our one-year-old"): a pronoun after it means no one before it. */
const AGED =
  /(?<![\p{L}\p{N}])(?:my|our|the|an?|his|her|their) [\p{L}\p{N}-]*(?:year|month|week)s?-olds?(?=[,.;:!?)]|$| (?:who|is|was|has|had|and|just|can|does|goes|loves|likes|hates|wants|starts|started|turned)(?!\p{L}))/giu
/** "I work as a nurse" is about no one else. */
const COMPLEMENT_BEFORE = /(?:as|am|is|are|was|be|became|become|['’]m|['’]s)\s+(?:now\s+)?$/i
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
  venture: IT,
  date: [],
  attribute: [],
  plural: ['they', 'them', 'their', 'who'],
}

export const LIKELY = 0.75

/** A thing or person in a text, which ends at `end`. `phrase` is null if it is not the user's. */
export type Mention = { end: number; phrase: string | null; pronouns: readonly string[]; confidence: number }

/** `earlier` = what "her" in "her husband" may refer to. */
export function mentionsIn(text: string, confidence: number, earlier: readonly Mention[] = []): Mention[] {
  const found: Mention[] = []
  for (const match of text.matchAll(MENTION)) {
    const [all, owner = '', phrase = ''] = match
    const { noun, plural } = singular(phrase)
    const counted = /^(?:an?|two|three)$/i.test(owner)
    const before = text.slice(Math.max(0, match.index - 12), match.index)
    if (counted && COMPLEMENT_BEFORE.test(before)) continue
    const owned = /^(?:my|our)$/i.test(owner) || (counted && OWNED_BEFORE.test(before))
    const other =
      /^(?:his|her|their)$/i.test(owner) && (mentioned(found, owner) ?? mentioned(earlier, owner))?.phrase
    found.push({
      end: match.index + all.length,
      phrase: owned ? phrase : other ? `${other}'s ${phrase}` : null,
      pronouns: plural ? PRONOUNS.plural : PRONOUNS[nounClass(noun)],
      confidence,
    })
  }
  for (const { 0: all, index } of text.matchAll(AGED)) {
    const pronouns = /olds$/i.test(all) ? PRONOUNS.plural : PRONOUNS.person
    found.push({ end: index + all.length, phrase: null, pronouns, confidence })
  }
  return found.sort((a, b) => a.end - b.end)
}

export const mentioned = (mentions: readonly Mention[], pronoun: string): Mention | undefined =>
  mentions.findLast(({ pronouns }) => pronouns.includes(pronoun.toLowerCase()))

const LEADING =
  /^(?:(?:and|but|so|also|oh|ok|okay|well|hey|hi|by the way|btw|update|correction)[\s,.:!]+)*(he|she|it|they|his|her|its|their)(?=['’\s])/iu
/** The pronoun that a message begins with, so that no word of the message is what it means. */
export const leadingPronoun = (message: string): string | null => LEADING.exec(message.trim())?.[1] ?? null

const fits = (subject: string, pronoun: string) =>
  factNorm(subject) !== USER &&
  (nounClass(subject) !== 'other' || /^\p{Lu}/u.test(subject)) &&
  PRONOUNS[nounClass(subject)].includes(pronoun.toLowerCase())

/** Subjects of facts, once for each that is called by another name. */
export const subjectsOf = (facts: readonly Triple[]): string[] => [
  ...new Set(facts.map(({ subject }) => subject)),
  ...facts
    .filter(({ predicate, object }) => predicate === 'name' && !isDenial({ object }))
    .map(({ subject }) => subject)
    .filter((subject, at, all) => all.indexOf(subject) < at),
]

export function meantBy(message: string, subjects: readonly string[]): string[] {
  const pronoun = leadingPronoun(message)
  return pronoun === null ? [] : subjects.filter((subject) => fits(subject, pronoun))
}

/** What a pronoun at the start of a conversation means, if exactly one known subject fits it. */
export function knownMentions(message: string, subjects: readonly string[]): Mention[] {
  const [phrase, ...others] = meantBy(message, subjects)
  if (phrase === undefined || others.length > 0) return []
  return [{ end: 0, phrase, pronouns: PRONOUNS[nounClass(phrase)], confidence: LIKELY }]
}
