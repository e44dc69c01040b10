import { edgesOf } from '@/lib/heuristics/text/edges'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { contentWords } from '@/lib/heuristics/text/words'
import type { SearchText } from '@/lib/memory/recall/recall-query'
import { isAsking } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'

const { keywordChars, maxKeywords } = limits.recall

/**
 * What memory is searched by for a message: its sentences, and without question words and filler the words that
 * tell what it is about, and the names and numbers among them.
 */
export function searchesFor(message: string): { keywords: string[]; also: SearchText[] } {
  const keywords = sentencesOf(edgesOf(message))
    .slice(0, maxKeywords)
    .map((sentence) => sentence.slice(0, keywordChars))
  const telling = keywords.flatMap((sentence) =>
    contentWords(sentence).filter(({ lower }) => !isAsking(lower)),
  )
  // The first word of a sentence is capitalised anyway.
  const names = telling.filter(({ text, at }) => /\p{N}/u.test(text) || (at > 0 && /^\p{Lu}/u.test(text)))
  return {
    keywords,
    also: [telling, names]
      .filter((words, i) => words.length > 0 && (i === 0 || words.length < telling.length))
      .map((words) => ({
        text: words.map(({ text }) => text).join(' '),
        share: words.length / telling.length,
      })),
  }
}
