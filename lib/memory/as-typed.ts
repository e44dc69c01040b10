import type { SearchText } from './search-text'

const flat = (text: string) => text.replace(/\s+/g, ' ').toLowerCase()

/** Several words as somebody typed them, where that says more than the words alone; null for one word, and for phrases, which must stand together anyway. */
export const typedWords = (text: string, { words, phrases }: SearchText): string | null => (words.length > 1 && phrases.length === 0 ? flat(text.trim()) : null)

/** Those in whose text the words stand together as typed, then the others, each in the order they were in. */
export function asTypedFirst<H extends { entry: { text: string }; hit: { start: number; end: number } }>(hits: readonly H[], typed: string): H[] {
  const stands = new Set(hits.filter(({ entry, hit }) => flat(entry.text.slice(hit.start, hit.end)).includes(typed)))
  return [...stands, ...hits.filter((one) => !stands.has(one))]
}
