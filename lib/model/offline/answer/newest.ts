import { readingOf, sameSubject } from '@/lib/model/embed/subject'
import type { Passage } from './passage'

/** What a person or thing has one of at a time. */
const SINGLE = ['#name', '#live', '#work', '#birth', '#age', '#favourite']

/** The latest statement that a new one replaces, if any. */
export function replacedBy(statement: string, passages: readonly Passage[]): Passage | null {
  const now = readingOf(statement)
  return (
    passages.findLast(({ source, speaker, stranger, text }) => {
      if (stranger || (source !== 'user' && speaker === '')) return false
      const then = readingOf(text)
      return (
        sameSubject(then, now) &&
        (now.changes || SINGLE.some((key) => then.keys.has(key) && now.keys.has(key))) &&
        then.words.some((word) => !word.some((key) => now.keys.has(key)))
      )
    }) ?? null
  )
}
