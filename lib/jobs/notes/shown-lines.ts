import { contentWords } from '@/lib/heuristics/text/words'
import { stemsOf } from '@/lib/memory/facts/own-words'
import type { Source } from '@/lib/shared/memory/source'
import { stem } from '@/lib/shared/words'

/** A line that notes are written with too. `turns` = whose words it has; null = a fact that no turn says. */
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

/** The other turns that a text has words of; null if one line is of no turn, which forgetting never reaches. */
export function turnsBehind(text: string, own: ReadonlySet<string>, lines: readonly ShownLine[]) {
  const repeated = repeatedBy(text, own, lines)
  return repeated.some(({ turns }) => turns === null)
    ? null
    : [...new Set(repeated.flatMap(({ turns }) => turns ?? []))]
}

export const ownWords = (...texts: readonly string[]) => stemsOf(texts.join('\n'))
