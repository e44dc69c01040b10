import { literally } from '@/lib/base/literally'
import { limits } from '@/lib/shared/limits'
import type { SearchText } from './search-text'

type Place = { start: number; end: number }
const HALF = /[\uD800-\uDBFF]$/

/**
 * Several words as somebody typed them, where that says more than the words alone; null for one word, and for phrases, which must stand together anyway.
 * Looking takes at most as long as one times the other, so both are bounded: what was typed, and the piece of a message around its best place.
 */
export const typedWords = (text: string, { words, phrases }: SearchText): RegExp | null =>
  words.length > 1 && phrases.length === 0
    ? new RegExp(
        text
          .trim()
          .slice(0, limits.search.typedChars)
          .replace(HALF, '')
          .split(/\s+/)
          .map(literally)
          .join('\\s+'),
        'iu',
      )
    : null

function pieceOf(text: string, { start, end, unit }: Place & { unit: Place }): string {
  const from = Math.max(
    start,
    Math.min(unit.start - limits.search.typedWithin / 2, end - limits.search.typedWithin),
  )
  return text.slice(from, Math.min(end, from + limits.search.typedWithin))
}

/** Those in whose text the words stand together as typed, then the others, each in the order they were in. */
export function asTypedFirst<H extends { entry: { text: string }; hit: Place & { unit: Place } }>(
  hits: readonly H[],
  typed: RegExp,
): H[] {
  const stands = new Set(hits.filter(({ entry, hit }) => typed.test(pieceOf(entry.text, hit))))
  return [...stands, ...hits.filter((one) => !stands.has(one))]
}
