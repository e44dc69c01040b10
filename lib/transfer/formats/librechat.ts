import { type Fields, fieldsOf, flagOf, idOf, isFields, listOf } from './fields'
import { joined, textIn, tracesOf } from './parts'
import { branchTalk } from './tree'

/** The recursive form as a list: each message before those that reply to it. */
function flat(messages: readonly unknown[]): unknown[] {
  const made: unknown[] = []
  const open = [...messages].reverse()
  for (let message = open.pop(); message !== undefined; message = open.pop()) {
    made.push(message)
    if (isFields(message) && Array.isArray(message.children)) open.push(...message.children.toReversed())
  }
  return made
}

/** One conversation of LibreChat, flat or recursive: the branch that ends in its last message. @throws Refusal */
export function readLibreChat({ conversationId, title, messages, messagesTree }: Fields) {
  const all = flat([...listOf(messages), ...listOf(messagesTree)])
  const about = { format: 'librechat', sourceId: conversationId, title } as const
  return branchTalk(about, all, ['messageId', 'parentMessageId'], (item, left) => {
    const { messageId, isCreatedByUser, text, content, createdAt: at, files } = fieldsOf(item)
    const part = flagOf(isCreatedByUser) ? 'user' : 'assistant'
    const said = textIn(listOf(content).length ? content : text, left)
    return { part, text: joined([said, ...tracesOf(files, left)]), id: idOf(messageId), at }
  })
}
