import type { TurnText } from '@/lib/db/turns/turn-texts'
import { type Conversation, captioned } from '../recall/data'

/** The turns of recall data as an import would divide them: a speaker's messages, then the other's. */
export function turnsOf({ id: conversationId, turns, speakers }: Conversation): TurnText[] {
  const [first] = speakers
  const found: TurnText[] = []
  for (const message of turns) {
    const part = message.speaker === (first ?? 'user') || message.speaker === 'user' ? 'user' : 'assistant'
    const last = found.at(-1)
    const isNew = !last || (part === 'user' && last.answer !== '')
    const turn = isNew ? emptyTurn(conversationId, found.length + 1, new Date(message.at)) : last
    if (isNew) found.push(turn)
    const before = part === 'user' ? turn.userText : turn.answer
    const start = before ? before.length + 2 : 0
    const text = before ? `${before}\n\n${captioned(message)}` : captioned(message)
    if (part === 'user') turn.userText = text
    else turn.answer = text
    const { id, speaker, at } = message
    turn.messages?.push({ id, speaker, at, part, start, end: text.length })
  }
  return found
}

const emptyTurn = (conversationId: string, number: number, createdAt: Date): TurnText => ({
  ...{ id: `${conversationId}-${number}`, conversationId, branchId: conversationId, number, parentId: null },
  ...{ createdAt, userText: '', answer: '', messages: [] },
})
