import type { TurnText } from '@/lib/db/turns/turn-texts'
import type { TurnMessage } from '@/lib/shared/turn/messages'

/** A part of one of an entry's texts; `start` and `end` are offsets into `text`. */
export type IndexedMessage = Omit<TurnMessage, 'id'> & { text: string }
/**
 * An entry of an index: a turn, a summary or a file. Branch and number decide its reach; `at` = when it was
 * said. An unchanged `stamp` means an unchanged text; null = always read.
 */
export type Entry = {
  id: string
  conversationId: string
  branchId: string
  number: number
  parentId: string | null
  stamp: string | null
  said: IndexedMessage[]
}

/** A turn as its messages. One chatted here has two, with roles as speakers. */
export function entryOfTurn({ createdAt, userText, answer, messages, ...turn }: TurnText): Entry {
  const { id, conversationId, branchId, number, parentId } = turn
  const entry = { id, conversationId, branchId, number, parentId, stamp: null }
  if (messages?.length)
    return {
      ...entry,
      said: messages.map(({ id: _, ...said }) => ({
        ...said,
        text: said.part === 'user' ? userText : answer,
      })),
    }
  const at = createdAt.toISOString()
  const whole = (part: 'user' | 'assistant', text: string): IndexedMessage[] =>
    text.trim() ? [{ speaker: part, at, part, start: 0, end: text.length, text }] : []
  return { ...entry, said: [...whole('user', userText), ...whole('assistant', answer)] }
}

/** An entry with one text and no speaker. */
export const entryOfText = (place: Omit<Entry, 'said' | 'parentId'>, at: Date, text: string): Entry => ({
  ...place,
  parentId: null,
  said: text.trim()
    ? [{ speaker: '', at: at.toISOString(), part: 'assistant', start: 0, end: text.length, text }]
    : [],
})
