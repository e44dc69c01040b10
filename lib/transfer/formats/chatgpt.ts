import { mapSlowly } from '@/lib/transfer/archive/map-slowly'
import { anyFields, type Fields, fieldsOf, idOf, isFields, knownName, knownText, listOf } from './fields'
import { attachmentTrace, fencedFile, joinedTexts } from './parts'
import { type Left, leave, type ReadRecord, talkOf } from './talk'
import { shownPath, treeNodes } from './tree'

const ENTITY = /\ue200entity\ue202\["[^"]*","((?:[^"\\]|\\.)*)"[^\ue201]*\ue201/g
const LINK = /\ue200url\ue202([^\ue202\ue201]*)\ue202([^\ue201]*)\ue201/g
const MARKS = / ?(?:\ue200[^\ue201]*\ue201|【\d+(?::\d+)?†[^】]*】)|[\ue200-\ue206]/g
/** Without the marks of citations; what other marks name stays. */
const unmarked = (text: string) => text.replace(ENTITY, '$1').replace(LINK, '[$1]($2)').replace(MARKS, '')

function messageText({ content, metadata }: Fields, left: Left): string {
  const { parts, text } = anyFields(content)
  const named = listOf(anyFields(metadata).attachments)
    .map(fieldsOf)
    .map(({ name, mime_type }) => ({ name: knownText(name), type: knownText(mime_type) }))
  const said = (parts ? listOf(parts) : [text]).map((part) =>
    isFields(part)
      ? { text: knownText(part.text), type: knownText(part.content_type) }
      : { text: knownText(part), type: '' },
  )
  const pointers = said.flatMap(({ text, type }) => (type && !text ? [{ name: '', type }] : []))
  const media = named.length ? named : pointers
  return joinedTexts([
    ...said.map(({ text }) => unmarked(text)),
    ...media.map(({ name, type }) => attachmentTrace(name, left, type.startsWith('image'))),
  ])
}

/** What the assistant wrote into a canvas. */
function canvasText({ recipient, content }: Fields): string {
  if (!knownText(recipient).startsWith('canmore.')) return ''
  const { text, parts } = anyFields(content)
  try {
    const written = text ?? listOf(parts).find((part) => typeof part === 'string') ?? ''
    const { name, type, content, updates } = fieldsOf(JSON.parse(String(written)))
    const changes = listOf(updates).map((one) => knownText(fieldsOf(one).replacement))
    return fencedFile(
      knownText(name),
      knownText(content) || joinedTexts(changes),
      /^code\/(.+)$/.exec(knownText(type))?.[1],
    )
  } catch {
    return ''
  }
}

const SPOKEN = new Set(['text', 'multimodal_text', 'code', ''])
/** What was said in the chat, a canvas included. Tool traffic, thoughts, system and hidden messages are not. */
function spoken(message: Fields, left: Left): ReadRecord {
  const role = knownText(fieldsOf(message.author).role)
  const said = { id: idOf(message.id), at: message.create_time }
  const canvas = role === 'assistant' ? canvasText(message) : ''
  if (canvas) return { ...said, part: 'assistant', text: canvas }
  const type = knownText(anyFields(message.content).content_type)
  if (/thought|reasoning/.test(type)) return 'thought'
  const part = role === 'user' || role === 'assistant' ? role : null
  const isSaid =
    part &&
    (knownText(message.recipient) || 'all') === 'all' &&
    !anyFields(message.metadata).is_visually_hidden_from_conversation &&
    SPOKEN.has(type)
  const text = messageText(message, isSaid ? left : {})
  if (!text) return null
  return isSaid ? { ...said, part, text } : 'system, tool or hidden message'
}

/** One conversation of ChatGPT's `conversations.json`: the branch shown last. @throws Refusal */
export async function readChatGpt({ id, conversation_id, title, create_time: at, ...value }: Fields) {
  const nodes = await treeNodes(fieldsOf(value.mapping))
  const path = shownPath(nodes, knownName(value.current_node))
  const about = { format: 'chatgpt', sourceId: knownName(conversation_id) || id, title, at } as const
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
