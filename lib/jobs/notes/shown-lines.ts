import { contentWords } from '@/lib/heuristics/text/words'
import { stemsOf } from '@/lib/memory/facts/own-words'
import type { Source } from '@/lib/shared/memory/source'
import { stem } from '@/lib/shared/words'

/**
 * A line that notes are written with, besides those of the turn itself. `turns` = whose words it has; null = a
 * fact that no turn says.
 */
export type ShownLine = { text: string; sources: Source[]; turns: readonly string[] | null }

const isIn = (text: string, words: ReadonlySet<string>) =>
  contentWords(text).some(({ lower }) => words.has(stem(lower)))

/** The lines that a text repeats: they say a word of it that `own`, the words of the turn, has not. */
export function repeatedBy<Line extends Pick<ShownLine, 'text'>>(
  text: string,
  own: ReadonlySet<string>,
  lines: readonly Line[],
): Line[] {
  const stems = contentWords(text).map(({ lower }) => stem(lower))
  const foreign = new Set(stems.filter((one) => !own.has(one)))
  return foreign.size === 0 ? [] : lines.filter((line) => isIn(line.text, foreign))
}

/**
 * The turns besides its own that a text of a turn has words of; null if it repeats a line that no turn stands
 * for, which forgetting could never reach.
 */
export function turnsBehind(text: string, own: ReadonlySet<string>, lines: readonly ShownLine[]) {
  const repeated = repeatedBy(text, own, lines)
  return repeated.some(({ turns }) => turns === null)
    ? null
    : [...new Set(repeated.flatMap(({ turns }) => turns ?? []))]
}

export const ownWords = (...texts: readonly string[]) => stemsOf(texts.join('\n'))
