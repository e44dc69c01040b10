/**
 * Invented words for tests, different in every run, so that no rule can know them. They end in a consonant
 * that stemmers leave alone.
 */
const CONSONANTS = 'bdfgklmnprtvz'
const VOWELS = 'aiou'
const pick = (letters: string) => letters[Math.floor(Math.random() * letters.length)] ?? ''

export function inventedWords(count: number): string[] {
  const found = new Set<string>()
  while (found.size < count)
    found.add(`${Array.from({ length: 4 }, () => pick(CONSONANTS) + pick(VOWELS)).join('')}${pick('kmp')}`)
  return [...found]
}

/** A cheap tokenizer: one token per four characters. */
export const quarterTokens = (text: string) => Math.ceil(text.length / 4)
