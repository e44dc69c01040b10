import { announcesChange, attributeOf } from '@/lib/heuristics/facts'
import type { Passage } from './passage'

/** The latest statement that a new one replaces, if any. */
export function replacedBy(statement: string, passages: readonly Passage[]): Passage | null {
  const now = attributeOf(statement)
  if (!now || now.values === 'many' || (now.values === 'open' && !announcesChange(statement))) return null
  return (
    passages.findLast(({ source, speaker, stranger, text }) => {
      if (stranger || (source !== 'user' && speaker === '')) return false
      const then = attributeOf(text)
      return (
        then?.subject === now.subject &&
        then.predicate === now.predicate &&
        then.object.toLowerCase() !== now.object.toLowerCase()
      )
    }) ?? null
  )
}
