import { limits } from '@/lib/shared/limits'
import type { SearchHit } from '@/lib/shared/memory/search'
import { fold, words } from '@/lib/shared/words'

type Found = { words: string[]; part: 'user' | 'assistant' | null }
const few = (text: string) =>
  [...new Set(words(text.slice(0, limits.search.foundChars)).map((word) => fold(word.text)))].slice(
    0,
    limits.search.words,
  )

/** A hit's matched words as address parameters, so that the page it leads to marks them again. */
export function foundParams({
  excerpt: { text, marks },
  part,
}: Pick<SearchHit, 'excerpt' | 'part'>): Record<string, string> {
  const find = few(marks.map(([start, end]) => text.slice(start, end)).join(' ')).join(' ')
  return find ? { find, ...(part ? { part } : {}) } : {}
}

/** The same of what the person said, for a turn that states it. */
export const saidParams = (text: string) => ({ find: few(text).join(' '), part: 'user' })

/** The words read back from an untrusted address; null = nothing to mark. */
export function foundIn(find: string, part: string | null): Found | null {
  const sought = few(find)
  return sought.length ? { words: sought, part: part === 'user' || part === 'assistant' ? part : null } : null
}
