import { z } from 'zod'
import { mapSlowly } from '@/lib/transfer/archive/map-slowly'
import { fileText, joined, traceOf } from './parts'
import { type Fields, field, isFields, type Left, leave, type Reading, shaped, talkOf } from './talk'
import { nodesOf, shownPath } from './tree'

const partSchema = z.union([
  z.string(),
  z.object({ content_type: field.text, text: z.string().nullish() }),
  z.null(),
])
const messageSchema = z.object({
  id: field.name,
  author: z.object({ role: z.string() }),
  create_time: field.any,
  content: z
    .object({
      content_type: z.string().nullish(),
      parts: z.array(partSchema).nullish(),
      text: z.string().nullish(),
    })
    .nullish(),
  recipient: z.string().nullish(),
  metadata: z
    .object({
      is_visually_hidden_from_conversation: z.boolean().nullish(),
      attachments: z.array(z.object({ name: field.text, mime_type: field.text })).nullish(),
    })
    .nullish(),
})
const conversationSchema = z.object({
  id: field.about,
  conversation_id: field.about,
  title: field.about,
  create_time: field.any,
  // Its messages are read one by one: parsing them all at once would block.
  mapping: z.custom<Fields>(isFields),
  current_node: field.about,
})
type Message = z.infer<typeof messageSchema>

const ENTITY = /\ue200entity\ue202\["[^"]*","((?:[^"\\]|\\.)*)"[^\ue201]*\ue201/g
const LINK = /\ue200url\ue202([^\ue202\ue201]*)\ue202([^\ue201]*)\ue201/g
const MARKS = / ?(?:\ue200[^\ue201]*\ue201|【\d+(?::\d+)?†[^】]*】)|[\ue200-\ue206]/g
/** Without the marks of citations; what other marks name stays. */
const unmarked = (text: string) => text.replace(ENTITY, '$1').replace(LINK, '[$1]($2)').replace(MARKS, '')

function textOf({ content, metadata }: Message, left: Left): string {
  if (!content) return ''
  const named = (metadata?.attachments ?? []).map(({ name, mime_type }) => ({
    name,
    isPicture: mime_type.startsWith('image/'),
  }))
  const parts = content.parts ?? [content.text ?? null]
  const texts = parts.map((part) => (typeof part === 'string' ? part : (part?.text ?? '')))
  const pointers = parts.flatMap((part) =>
    part && typeof part !== 'string' && part.content_type && !part.text ? [part] : [],
  )
  const media = named.length
    ? named
    : pointers.map((part) => ({ name: '', isPicture: part.content_type.startsWith('image') }))
  return joined([...texts.map(unmarked), ...media.map((one) => traceOf(one.name, left, one.isPicture))])
}

const canvasSchema = z.object({
  name: field.text,
  type: field.text,
  content: field.text,
  updates: z.array(z.object({ replacement: z.string() })).nullish(),
})
/** What the assistant wrote into a canvas. */
function canvasText({ recipient, content }: Message): string {
  if (!recipient?.startsWith('canmore.')) return ''
  try {
    const written = content?.text ?? content?.parts?.find((part) => typeof part === 'string') ?? ''
    const { name, type, content: whole, updates } = canvasSchema.parse(JSON.parse(String(written)))
    const text = whole || joined((updates ?? []).map(({ replacement }) => replacement))
    return fileText(name, text, /^code\/(.+)$/.exec(type)?.[1])
  } catch {
    return ''
  }
}

const SPOKEN = new Set(['text', 'multimodal_text', 'code', null, undefined])
/** What was said in the chat, a canvas included. Tool traffic, thoughts, system and hidden messages are not. */
function spoken(message: Message, left: Left): Reading {
  const { role } = message.author
  const { id, create_time: at } = message
  const canvas = role === 'assistant' ? canvasText(message) : ''
  if (canvas) return { part: 'assistant', text: canvas, id, at }
  if (/thought|reasoning/.test(message.content?.content_type ?? '')) return 'thought'
  const part = role === 'user' || role === 'assistant' ? role : null
  const isSaid =
    (message.recipient ?? 'all') === 'all' &&
    !message.metadata?.is_visually_hidden_from_conversation &&
    SPOKEN.has(message.content?.content_type)
  const text = textOf(message, part && isSaid ? left : {})
  if (!text) return null
  return part && isSaid ? { part, text, id, at } : 'system, tool or hidden message'
}

const WHAT = 'a ChatGPT conversation'
/** One conversation of ChatGPT's `conversations.json`: the branch shown last. @throws Refusal */
export async function readChatGpt(value: unknown) {
  const data = shaped(conversationSchema, value, WHAT)
  const nodes = await nodesOf(data.mapping, WHAT)
  const path = shownPath(nodes, data.current_node)
  const talk = await talkOf(
    {
      format: 'chatgpt',
      sourceId: data.conversation_id || data.id,
      title: data.title,
      at: data.create_time,
    },
    [...path],
    ([key, { message }], left) => {
      const said = message ? spoken(shaped(messageSchema, message, WHAT, `mapping.${key}`), left) : null
      return said && typeof said !== 'string' ? { ...said, key } : said
    },
  )
  const others = await mapSlowly([...nodes], ([key, { message }]) => {
    const parsed = path.has(key) ? undefined : messageSchema.safeParse(message).data
    return parsed && typeof (spoken(parsed, {}) ?? '') !== 'string' ? 1 : 0
  })
  leave(talk.left, 'other-branch message', others.filter(Boolean).length)
  return talk
}
