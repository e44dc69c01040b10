import { z } from 'zod'
import { joined, textIn, traceOf } from './parts'
import { type Fields, field, isFields, leave, shaped, talkOf } from './talk'
import { lastBranch } from './tree'

const messageSchema = z.object({
  messageId: field.name,
  isCreatedByUser: z.boolean(),
  text: field.any,
  content: field.list,
  createdAt: field.any,
  files: field.list,
})
const linkSchema = z.object({ messageId: field.name, parentMessageId: field.text })
const conversationSchema = z.object({
  conversationId: field.name,
  title: field.text,
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
export async function readLibreChat(value: Fields) {
  const { messages, messagesTree, ...data } = shaped(conversationSchema, value, WHAT)
  const all = flat([...messages, ...messagesTree])
  const path = lastBranch(all, (message) => {
    const link = linkSchema.safeParse(message).data
    return { id: link?.messageId ?? '', parent: link?.parentMessageId ?? '' }
  })
  const about = { format: 'librechat', sourceId: data.conversationId, title: data.title } as const
  const talk = await talkOf(about, path, (item, left, i) => {
    const one = shaped(messageSchema, item, WHAT, `messages.${i}`)
    const media = one.files.filter(isFields).map((file) => traceOf(String(file.filename ?? ''), left))
    const text = joined([textIn(one.content.length ? one.content : one.text, left), ...media])
    return { part: one.isCreatedByUser ? 'user' : 'assistant', text, id: one.messageId, at: one.createdAt }
  })
  leave(talk.left, 'other-branch message', all.length - path.length)
  return talk
}
