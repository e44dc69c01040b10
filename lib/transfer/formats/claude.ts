import { z } from 'zod'
import { dateOf } from './dates'
import { idsOf, leftOut, nameSchema, shaped, shapedMessages, type Talk } from './talk'
import type { SpokenMessage } from './turns'

const blockSchema = z.looseObject({ type: z.string().nullish(), text: z.string().nullish() })
const messageSchema = z.object({
  uuid: nameSchema,
  sender: z.enum(['human', 'assistant']),
  text: z.string().nullish(),
  content: z.array(blockSchema).nullish(),
  created_at: z.unknown().optional(),
  attachments: z
    .array(z.looseObject({ file_name: z.string().nullish(), extracted_content: z.string().nullish() }))
    .nullish(),
  files: z.array(z.unknown()).nullish(),
  parent_message_uuid: z.string().nullish(),
})
const conversationSchema = z.object({
  uuid: nameSchema,
  name: z.string().nullish(),
  created_at: z.unknown().optional(),
  chat_messages: z.array(z.unknown()),
})
type Message = z.infer<typeof messageSchema>

/** What was typed or answered, and the texts attached to it. */
function textOf({ content, text, attachments }: Message): string {
  const blocks = (content ?? []).flatMap((block) =>
    block.type === 'text' && block.text?.trim() ? [block.text] : [],
  )
  const attached = (attachments ?? []).flatMap((file) =>
    file.extracted_content?.trim() ? [`File ${file.file_name ?? ''}:\n${file.extracted_content}`] : [],
  )
  return [...(blocks.length ? blocks : [text ?? '']), ...attached].filter((part) => part.trim()).join('\n\n')
}

/**
 * The branch that ends in the newest message, if the export has complete branches; else all messages in
 * order.
 */
function shown(messages: Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.uuid, message]))
  const roots = messages.filter(
    (message) => !message.parent_message_uuid || !byId.has(message.parent_message_uuid),
  )
  if (roots.length !== 1 || byId.size !== messages.length) return messages
  const path = new Set<Message>()
  for (let at = messages.at(-1); at && !path.has(at); at = byId.get(at.parent_message_uuid ?? ''))
    path.add(at)
  return path.has(roots[0] as Message) ? messages.filter((message) => path.has(message)) : messages
}

const WHAT = 'a Claude conversation'
/** One conversation of a Claude export. @throws Refusal */
export async function readClaude(value: unknown): Promise<Talk> {
  const data = shaped(conversationSchema, value, WHAT)
  const all = await shapedMessages(messageSchema, data.chat_messages, WHAT, (at) => `chat_messages.${at}`)
  const path = shown(all)
  const ids = idsOf(path.map((message) => message.uuid))
  const said = path.flatMap((message, i): SpokenMessage[] => {
    const text = textOf(message)
    const part = message.sender === 'human' ? 'user' : 'assistant'
    const id = ids[i] ?? ''
    if (!text) return []
    const at = dateOf(message.created_at, `Message ${id.slice(0, 40)}`)
    return [{ id, speaker: part, part, text, at, session: null }]
  })
  const blocks = path.flatMap((message) => message.content ?? [])
  const tools = blocks.filter((block) => block.type === 'tool_use').length
  const files = path.flatMap((message) => message.files ?? []).length
  return {
    format: 'claude',
    sourceId: data.uuid,
    title: data.name ?? '',
    at: dateOf(data.created_at, 'The conversation'),
    said,
    notes: leftOut({
      'tool call': tools,
      'picture or file': files,
      'other-branch message': data.chat_messages.length - path.length,
    }),
  }
}
