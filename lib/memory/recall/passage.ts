import type { TextSource } from '@/lib/base/text-source'
import type { Source } from '@/lib/shared/source'

/** A verbatim piece of an earlier turn; `title` names the tool or file it is from. */
export type Passage = {
  turnId: string
  turnNumber: number | null
  conversationId: string
  /** The turn before it on its path; null = it is the first, or that one is gone. */
  parentId: string | null
  contextId: string | null
  /** It is on the path that asks, so that its number names it. */
  onPath: boolean
  who: 'user' | 'assistant' | 'tool' | 'file' | 'summary'
  at: string
  score: number
  text: string
  title: string
  /** Who said it, where a conversation was imported with names. */
  speaker?: string
  /** Who answered in the conversation it was imported with, where that names nobody and it was not Mneme. */
  product?: string
  source?: TextSource
  /** What the piece quotes besides its own turn. */
  quotes?: Source[]
  /**
   * A file or summary that was found itself: its id, a file's path, the turns a summary is of. Else it is a
   * piece of its turn.
   */
  other?: { id: string; file?: string; covers?: { from: number; to: number } }
}
