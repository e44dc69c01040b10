import { z } from 'zod'
import { fileText, joined, tracesOf } from './parts'
import { field, type Left, leave, shaped } from './talk'
import { branchTalk } from './tree'

const blockSchema = z.object({ type: field.text, text: field.text, name: field.text, input: field.any })
const messageSchema = z.object({
  uuid: field.name,
  sender: z.enum(['human', 'assistant']),
  text: field.text,
  content: z.array(blockSchema).nullish(),
  created_at: field.any,
  attachments: z.array(z.object({ file_name: field.text, extracted_content: field.text })).nullish(),
  files: field.list,
})
const conversationSchema = z.object({
  uuid: field.about,
  name: field.about,
  created_at: field.any,
  chat_messages: z.array(z.unknown()),
})
type Message = z.infer<typeof messageSchema>

const UNSUPPORTED = /```\s*This block is not supported on your current device yet\.?\s*```/g
const writtenSchema = z.object({
  title: field.text,
  language: field.text,
  path: field.text,
  content: field.text,
  file_text: field.text,
  new_str: field.text,
})
/** What a call wrote into an artifact or a file; null for other calls. */
function artifact({ name, input }: z.infer<typeof blockSchema>): string | null {
  const written = /^(?:artifacts|create_file)$/.test(name) ? writtenSchema.safeParse(input).data : undefined
  const text = written && (written.content || written.file_text || written.new_str)
  return text ? fileText(written.title || written.path, text, written.language || undefined) : null
}

/** What was typed or answered, artifacts, and the texts attached to it. */
function textOf({ content, text, attachments, files }: Message, left: Left): string {
  const blocks = (content ?? []).map((block) => {
    const made = block.type === 'tool_use' ? artifact(block) : block.text
    if (made === null) leave(left, 'tool call')
    return (made ?? '').replace(UNSUPPORTED, '')
  })
  const texts = blocks.some((one) => one.trim()) ? blocks : [text.replace(UNSUPPORTED, '')]
  const attached = (attachments ?? []).map((one) =>
    one.extracted_content.trim() ? fileText(one.file_name, one.extracted_content) : '',
  )
  return joined([...texts, ...attached, ...tracesOf(files, left)])
}

const WHAT = 'a Claude conversation'
/** One conversation of a Claude export: the branch that ends in the newest message. @throws Refusal */
export function readClaude(value: unknown) {
  const data = shaped(conversationSchema, value, WHAT)
  const about = { format: 'claude', sourceId: data.uuid, title: data.name, at: data.created_at } as const
  const link = ['uuid', 'parent_message_uuid'] as const
  return branchTalk(about, data.chat_messages, link, (item, left, at) => {
    const message = shaped(messageSchema, item, WHAT, `chat_messages.${at}`)
    const text = textOf(message, left)
    const part = message.sender === 'human' ? 'user' : 'assistant'
    return text ? { part, text, id: message.uuid, at: message.created_at } : null
  })
}
