import { ENGLISH, fold, looksEnglish, stem, type Word, words } from '@/lib/shared/words'

/** What a text is found by. Words of English that say nothing (the, is, what) are left out; `parseData` is also found by `parse` and by `data`. */
export type Term = { key: string; start: number; end: number }

/** Stemming costs more than a look-up, and people use few words often. */
const stems = new Map<string, string>()
const STEMS_KEPT = 50_000
function stemOf(folded: string): string {
  let key = stems.get(folded)
  if (key === undefined) {
    if (stems.size >= STEMS_KEPT) stems.clear()
    key = stem(folded)
    stems.set(folded, key)
  }
  return key
}

const HUMP = /(?<=\p{Ll})(?=\p{Lu})/u
const partsOf = (word: string) => (HUMP.test(word) ? word.split(HUMP) : [])

/** The terms of a text in order, with the place of the word each comes from. */
export function contentTerms(text: string): Term[] {
  const found = words(text)
  const english = looksEnglish(found)
  const terms: Term[] = []
  const add = (word: string, { start, end }: Word) => {
    const folded = fold(word)
    if (!english) terms.push({ key: folded, start, end })
    else if (!ENGLISH.has(folded)) terms.push({ key: stemOf(folded), start, end })
  }
  for (const word of found) {
    add(word.text, word)
    for (const part of partsOf(word.text)) add(part, word)
  }
  return terms
}

/** A word that is looked for, with every key it may be stored under: a text in another language than the query's keeps its words unstemmed. */
export type QueryWord = { word: string; keys: string[] }

/** The words of a query, each once. */
export function queryWords(text: string): QueryWord[] {
  const found = words(text)
  const english = looksEnglish(found)
  const query = new Map<string, QueryWord>()
  for (const { text: word } of found.flatMap((word) => [word, ...partsOf(word.text).map((text) => ({ ...word, text }))])) {
    const folded = fold(word)
    if (english && ENGLISH.has(folded)) continue
    const stemmed = stemOf(folded)
    if (!query.has(stemmed)) query.set(stemmed, { word: folded, keys: [...new Set([stemmed, folded])] })
  }
  return [...query.values()]
}
