import { limits } from '@/lib/shared/limits'
import { literally } from '@/lib/shared/literally'
import type { SearchText } from './search-text'

type Span = { start: number; end: number }
const HALF = /[\uD800-\uDBFF]$/

/**
 * Matches several words as typed next to each other; null for one word, and for phrases. Lengths are limited,
 * because the time is bounded by their product.
 */
export function typedWords(text: string, { words, phrases }: SearchText): RegExp | null {
  if (words.length < 2 || phrases.length > 0) return null
  const typed = text.trim().slice(0, limits.search.typedChars).replace(HALF, '')
  return new RegExp(typed.split(/\s+/).map(literally).join('\\s+'), 'iu')
}

function pieceOf(text: string, { start, end, unit }: Span & { unit: Span }): string {
  const from = Math.max(
    start,
    Math.min(unit.start - limits.search.typedWithin / 2, end - limits.search.typedWithin),
  )
  return text.slice(from, Math.min(end, from + limits.search.typedWithin))
}

/**
 * Hits with the words next to each other as typed, then the others, each in their order. A hit that
 * answers nothing stays where it is: often it is the question that was typed.
 */
export function asTypedFirst<
  H extends { entry: { text: string }; hit: Span & { empty?: boolean; unit: Span } },
>(hits: readonly H[], typed: RegExp): H[] {
  const stands = new Set(hits.filter(({ entry, hit }) => !hit.empty && typed.test(pieceOf(entry.text, hit))))
  return [...stands, ...hits.filter((one) => !stands.has(one))]
}
