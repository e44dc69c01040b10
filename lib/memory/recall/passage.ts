import type { Source } from '@/lib/shared/memory/source'
import type { TextSource } from '@/lib/shared/text-source'

/** A verbatim piece of an earlier turn; `title` names the tool or file it is from. */
export type Passage = {
  turnId: string
  turnNumber: number | null
  conversationId: string
  /** The previous turn on its path; null for the first, or if it was deleted. */
  parentId: string | null
  who: 'user' | 'assistant' | 'tool' | 'file' | 'summary'
  at: string
  score: number
  text: string
  title: string
  /** The speaker, in conversations imported with names. */
  speaker?: string
  /** The assistant that answered, in imports without names. */
  product?: string
  source?: TextSource
  /** A version of a file that was changed later. */
  outdated?: true
  /** What it quotes from outside its own turn. */
  quotes?: Source[]
  /** Set for a file or summary: its id, the file's path, the turns a summary covers. */
  other?: { id: string; file?: string; covers?: { from: number; to: number } }
}
