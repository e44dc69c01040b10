import { literally } from '@/lib/shared/literally'
import type { SearchText } from './search-text'

/** Several words as somebody typed them, where that says more than the words alone; null for one word, and for phrases, which must stand together anyway. */
export const typedWords = (text: string, { words, phrases }: SearchText): RegExp | null =>
  words.length > 1 && phrases.length === 0 ? new RegExp(text.trim().split(/\s+/).map(literally).join('\\s+'), 'iu') : null

/** Those in whose text the words stand together as typed, then the others, each in the order they were in. */
export function asTypedFirst<H extends { entry: { text: string }; hit: { start: number; end: number } }>(hits: readonly H[], typed: RegExp): H[] {
  const stands = new Set(hits.filter(({ entry, hit }) => typed.test(entry.text.slice(hit.start, hit.end))))
  return [...stands, ...hits.filter((one) => !stands.has(one))]
}
