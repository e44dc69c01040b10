import { z } from 'zod'
import { breath } from '@/lib/base/breath'
import { mapSlowly } from '@/lib/transfer/archive/map-slowly'
import { Refusal } from '@/lib/transfer/refusal'
import { dateOf } from './dates'
import { checkCount, idsOf, isFields, leftOut, nameSchema, shaped, type Talk } from './talk'
import type { SpokenMessage } from './turns'

const optionalText = z.string().nullish()
const partSchema = z.union([
  z.string(),
  z.looseObject({ content_type: optionalText, text: optionalText }),
  z.null(),
])
const contentSchema = z.object({
  content_type: optionalText,
  parts: z.array(partSchema).nullish(),
  text: optionalText,
})
const messageSchema = z.object({
  id: nameSchema,
  author: z.object({ role: z.string(), name: optionalText }),
  create_time: z.unknown().optional(),
  content: contentSchema.nullish(),
  recipient: optionalText,
  metadata: z.looseObject({ is_visually_hidden_from_conversation: z.boolean().nullish() }).nullish(),
})
const nodeSchema = z.object({
  message: messageSchema.nullish(),
  parent: z.string().nullish(),
  children: z.array(z.string()).nullish(),
})
const conversationSchema = z.object({
  id: nameSchema,
  conversation_id: nameSchema,
  title: z.string().nullish(),
  create_time: z.unknown().optional(),
  // Its messages are read one by one: parsing them all at once would block.
  mapping: z.custom<Record<string, unknown>>(isFields),
  current_node: z.string().nullish(),
})
type Node = z.infer<typeof nodeSchema>
type Message = z.infer<typeof messageSchema>

/**
 * The path from the first message to the one shown last, through the tree of edits and regenerations. @throws
 * Refusal for a circle or a missing message.
 */
function shownPath(mapping: Map<string, Node>, current: string | null): Map<string, Node> {
  const path: [string, Node][] = []
  const seen = new Set<string>()
  for (let id: string | null = current; id !== null; ) {
    const node: Node | undefined = mapping.get(id)
    if (!node) throw new Refusal('It refers to a message that is missing.')
    if (seen.has(id)) throw new Refusal('Its messages reply to each other in a loop.')
    seen.add(id)
    path.push([id, node])
    id = node.parent || null
  }
  return new Map(path.reverse())
}

/** Without `current_node`: along the last child of each message. */
function lastLeaf(mapping: Map<string, Node>): string | null {
  const seen = new Set<string>()
  let id: string | null = null
  for (const [key, { parent }] of mapping) if (!parent) id = key
  if (id === null && mapping.size) throw new Refusal('Its messages reply to each other in a loop.')
  for (let next = id; next; next = mapping.get(next)?.children?.at(-1) ?? null) {
    if (seen.has(next)) throw new Refusal('Its messages reply to each other in a loop.')
    seen.add(next)
    id = next
  }
  return id
}

type Counts = Record<string, number>
const note = (counts: Counts, what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}

function textOf({ content }: Message, counts: Counts): string {
  if (!content) return ''
  if (!content.parts) return content.text ?? ''
  const texts = content.parts.map((part) => {
    if (part === null || typeof part === 'string') return part ?? ''
    if (typeof part.text !== 'string') note(counts, 'picture or file')
    return part.text ?? ''
  })
  return texts.filter((text) => text.trim()).join('\n\n')
}

const SPOKEN = new Set(['text', 'multimodal_text', 'code', null, undefined])
/** What was said in the chat. Tool traffic, thoughts, system and hidden messages are only counted. */
function spoken(message: Message, counts: Counts): Pick<SpokenMessage, 'part' | 'text'> | null {
  const { role } = message.author
  const part = role === 'user' || role === 'assistant' ? role : null
  const type = message.content?.content_type
  const aside =
    part === null ||
    (message.recipient ?? 'all') !== 'all' ||
    message.metadata?.is_visually_hidden_from_conversation === true ||
    !SPOKEN.has(type)
  const text = aside ? '' : textOf(message, counts)
  if (aside && textOf(message, {}).trim()) note(counts, 'system, tool or hidden message')
  return part && text.trim() ? { part, text } : null
}

const WHAT = 'a ChatGPT conversation'
/** One conversation of ChatGPT's `conversations.json`: the branch shown last. @throws Refusal */
export async function readChatGpt(value: unknown): Promise<Talk> {
  const data = shaped(conversationSchema, value, WHAT)
  const keys = Object.keys(data.mapping)
  checkCount(keys.length)
  const nodeAt = (key: string) => shaped(nodeSchema, data.mapping[key], WHAT, `mapping.${key}`)
  const mapping = new Map(await mapSlowly(keys, (key) => [key, nodeAt(key)] as const))
  await breath()
  const path = shownPath(mapping, data.current_node || lastLeaf(mapping))
  await breath()
  const counts: Counts = {}
  const nodes = [...path.values()]
  const own = nodes.map(({ message }) => message?.id ?? '')
  const ids = idsOf(own, [...path.keys()])
  const messages = await mapSlowly(nodes, ({ message }, i): SpokenMessage[] => {
    const id = ids[i] ?? ''
    const one = message && spoken(message, counts)
    if (!one) return []
    const at = dateOf(message.create_time, `Message ${id.slice(0, 40)}`)
    return [{ ...one, id, speaker: one.part, at, session: null }]
  })
  const others = await mapSlowly([...mapping], ([key, { message }]) =>
    Boolean(!path.has(key) && message && spoken(message, {})),
  )
  return {
    format: 'chatgpt',
    sourceId: data.conversation_id || data.id,
    title: data.title ?? '',
    at: dateOf(data.create_time, 'The conversation'),
    said: messages.flat(),
    notes: leftOut({ ...counts, 'other-branch message': others.filter(Boolean).length }),
  }
}
