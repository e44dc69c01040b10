import { z } from 'zod'
import { joined, textIn, tracesOf } from './parts'
import { type Fields, field, isFields, shaped } from './talk'
import { branchTalk } from './tree'

const messageSchema = z.object({
  messageId: field.name,
  isCreatedByUser: z.boolean(),
  text: field.any,
  content: field.list,
  createdAt: field.any,
  files: field.list,
})
const conversationSchema = z.object({
  conversationId: field.about,
  title: field.about,
  messages: field.list,
  messagesTree: field.list,
})

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

const WHAT = 'a LibreChat conversation'
/** One conversation of LibreChat, flat or recursive: the branch that ends in its last message. @throws Refusal */
export function readLibreChat(value: Fields) {
  const { messages, messagesTree, ...data } = shaped(conversationSchema, value, WHAT)
  const all = flat([...messages, ...messagesTree])
  const about = { format: 'librechat', sourceId: data.conversationId, title: data.title } as const
  const link = ['messageId', 'parentMessageId'] as const
  return branchTalk(about, all, link, (item, left, i) => {
    const one = shaped(messageSchema, item, WHAT, `messages.${i}`)
    const text = joined([
      textIn(one.content.length ? one.content : one.text, left),
      ...tracesOf(one.files, left),
    ])
    return { part: one.isCreatedByUser ? 'user' : 'assistant', text, id: one.messageId, at: one.createdAt }
  })
}
