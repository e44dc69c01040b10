import lists from 'stopwords-iso/stopwords-iso.json' with { type: 'json' }
import { eachWord } from '@/lib/shared/words'

const functionWords = new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words)]))
/** Of languages that share a word, the first wins a tie. */
const COMMON = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ru', 'zh', 'ja']
const languagesOf = new Map<string, string[]>()
for (const language of new Set([...COMMON, ...functionWords.keys()]))
  for (const word of functionWords.get(language) ?? [])
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])

/** Characters that are enough to tell a language. */
const LOOKED_AT = 600
/** The language (ISO 639-1) with most of its function words in a text; English if no list has any. */
export function languageOf(text: string): string {
  const looked = text.slice(0, LOOKED_AT).toLowerCase()
  const hits = new Map<string, number>()
  eachWord(looked, (start, end) => {
    for (const one of languagesOf.get(looked.slice(start, end)) ?? []) hits.set(one, (hits.get(one) ?? 0) + 1)
  })
  let best = 'en'
  for (const language of COMMON) if ((hits.get(language) ?? 0) > (hits.get(best) ?? 0)) best = language
  for (const [language, count] of hits) if (count > (hits.get(best) ?? 0)) best = language
  return best
}

export const isFunctionWord = (word: string, language: string) =>
  functionWords.get(language)?.has(word.toLowerCase().replaceAll('’', "'")) ?? false
