import { leadingPronoun } from '@/lib/heuristics/fact-finding/entities'
import { findFacts } from '@/lib/heuristics/fact-finding/find-facts'
import { quoted, say } from '@/lib/heuristics/templates'
import { itemsIn, type View } from '@/lib/model/offline/view'
import type { Triple } from '@/lib/shared/memory/facts'
import type { Passage } from './passage'

/** Someone or something that each pronoun could mean. */
const STAND_INS: Record<string, string> = {
  he: 'brother',
  his: 'brother',
  she: 'sister',
  her: 'sister',
  it: 'car',
  its: 'car',
}

/**
 * For a message that states a fact about a pronoun at the start of a conversation: what it means by the known
 * facts, as the job that stores facts reads it, or that it is unclear (no `subject`).
 */
export function meantIn(view: View, passages: readonly Passage[]): { subject: string; text: string } | null {
  const pronoun = leadingPronoun(view.task) ?? ''
  const standIn = STAND_INS[pronoun.toLowerCase()]
  if (!standIn) return null
  const before = itemsIn(view, 'window').flatMap(({ attributes, text }) =>
    attributes.who === 'user' ? [text] : [],
  )
  const read = (known: readonly Triple[]) => findFacts(view.task, before, undefined, known)
  if (read([]).length > 0 || read([{ subject: standIn, predicate: 'is', object: '' }]).length === 0)
    return null
  const subject = read(passages.flatMap(({ facts }) => facts))[0]?.subject ?? ''
  const word = quoted(pronoun)
  return { subject, text: subject ? say('meant', { word, subject }) : say('unclear', { word }) }
}
