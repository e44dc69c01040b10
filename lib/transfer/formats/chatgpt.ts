import { mapSlowly } from '@/lib/transfer/archive/map-slowly'
import { anyFields, type Fields, fieldsOf, idOf, isFields, listOf, nameOf, textOf } from './fields'
import { fileText, joined, traceOf } from './parts'
import { type Left, leave, type Reading, talkOf } from './talk'
import { nodesOf, shownPath } from './tree'

const ENTITY = /\ue200entity\ue202\["[^"]*","((?:[^"\\]|\\.)*)"[^\ue201]*\ue201/g
const LINK = /\ue200url\ue202([^\ue202\ue201]*)\ue202([^\ue201]*)\ue201/g
const MARKS = / ?(?:\ue200[^\ue201]*\ue201|【\d+(?::\d+)?†[^】]*】)|[\ue200-\ue206]/g
/** Without the marks of citations; what other marks name stays. */
const unmarked = (text: string) => text.replace(ENTITY, '$1').replace(LINK, '[$1]($2)').replace(MARKS, '')

function messageText({ content, metadata }: Fields, left: Left): string {
  const { parts, text } = anyFields(content)
  const named = listOf(anyFields(metadata).attachments)
    .map(fieldsOf)
    .map(({ name, mime_type }) => ({ name: textOf(name), type: textOf(mime_type) }))
  const said = (parts ? listOf(parts) : [text]).map((part) =>
    isFields(part)
      ? { text: textOf(part.text), type: textOf(part.content_type) }
      : { text: textOf(part), type: '' },
  )
  const pointers = said.flatMap(({ text, type }) => (type && !text ? [{ name: '', type }] : []))
  const media = named.length ? named : pointers
  return joined([
    ...said.map(({ text }) => unmarked(text)),
    ...media.map(({ name, type }) => traceOf(name, left, type.startsWith('image'))),
  ])
}

/** What the assistant wrote into a canvas. */
function canvasText({ recipient, content }: Fields): string {
  if (!textOf(recipient).startsWith('canmore.')) return ''
  const { text, parts } = anyFields(content)
  try {
    const written = text ?? listOf(parts).find((part) => typeof part === 'string') ?? ''
    const { name, type, content, updates } = fieldsOf(JSON.parse(String(written)))
    const changes = listOf(updates).map((one) => textOf(fieldsOf(one).replacement))
    return fileText(textOf(name), textOf(content) || joined(changes), /^code\/(.+)$/.exec(textOf(type))?.[1])
  } catch {
    return ''
  }
}

const SPOKEN = new Set(['text', 'multimodal_text', 'code', ''])
/** What was said in the chat, a canvas included. Tool traffic, thoughts, system and hidden messages are not. */
function spoken(message: Fields, left: Left): Reading {
  const role = textOf(fieldsOf(message.author).role)
  const said = { id: idOf(message.id), at: message.create_time }
  const canvas = role === 'assistant' ? canvasText(message) : ''
  if (canvas) return { ...said, part: 'assistant', text: canvas }
  const type = textOf(anyFields(message.content).content_type)
  if (/thought|reasoning/.test(type)) return 'thought'
  const part = role === 'user' || role === 'assistant' ? role : null
  const isSaid =
    part &&
    (textOf(message.recipient) || 'all') === 'all' &&
    !anyFields(message.metadata).is_visually_hidden_from_conversation &&
    SPOKEN.has(type)
  const text = messageText(message, isSaid ? left : {})
  if (!text) return null
  return isSaid ? { ...said, part, text } : 'system, tool or hidden message'
}

/** One conversation of ChatGPT's `conversations.json`: the branch shown last. @throws Refusal */
export async function readChatGpt({ id, conversation_id, title, create_time: at, ...value }: Fields) {
  const nodes = await nodesOf(fieldsOf(value.mapping))
  const path = shownPath(nodes, nameOf(value.current_node))
  const about = { format: 'chatgpt', sourceId: nameOf(conversation_id) || id, title, at } as const
  const talk = await talkOf(about, [...path], ([key, { message }], left) => {
    const said = message ? spoken(fieldsOf(message), left) : null
    return said && typeof said !== 'string' ? { ...said, key } : said
  })
  const others = await mapSlowly([...nodes], ([key, { message }]) => {
    try {
      return path.has(key) || !message ? null : spoken(fieldsOf(message), {})
    } catch {
      return null
    }
  })
  leave(talk.left, 'other-branch message', others.filter((said) => said && typeof said !== 'string').length)
  return talk
}
