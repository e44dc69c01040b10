import { z } from 'zod'
import { joined, traceOf } from './parts'
import { type Around, type Fields, field, isFields, nameOf, shaped, talkOf } from './talk'

const runSchema = z.union([z.string(), z.object({ text: z.string() })])
const messageSchema = z.object({
  id: field.name,
  type: z.string(),
  from: field.name,
  from_id: field.name,
  date: field.any,
  date_unixtime: field.any,
  text: z.union([z.string(), z.array(runSchema)]),
  photo: field.text,
  file: field.text,
  file_name: field.text,
  media_type: field.text,
  sticker_emoji: field.text,
})
const chatSchema = z.object({
  id: field.about,
  name: field.about,
  type: z.string(),
  messages: z.array(z.unknown()),
})

export const isTelegram = (value: Fields) =>
  Array.isArray(value.messages) &&
  /_(?:chat|group|supergroup|channel)$|^saved_messages$/.test(nameOf(value.type))

type Message = z.infer<typeof messageSchema>
/** Who exported the chat: named in an export of everything; in a chat of two the one it is not called after. */
function ownerOf({ type, name, messages }: z.infer<typeof chatSchema>, { header }: Around) {
  const person = header.personal_information
  const me = isFields(person) ? nameOf(person.user_id) : ''
  if (me) return ({ from_id }: Message) => from_id === `user${me}`
  if (type === 'saved_messages') return () => true
  const names = messages.map((message) => (isFields(message) ? nameOf(message.from) : ''))
  if (/^(?:personal|bot)_chat$/.test(type) && names.includes(name))
    return ({ from }: Message) => from !== name
  const first = names.find(Boolean)
  return ({ from }: Message) => from === first
}

const WHAT = 'a Telegram chat'
/** One chat of Telegram Desktop's JSON export. @throws Refusal */
export function readTelegram(value: unknown, around: Around) {
  const chat = shaped(chatSchema, value, WHAT)
  const isMine = ownerOf(chat, around)
  const about = { format: 'telegram', sourceId: chat.id, title: chat.name || 'Saved messages' } as const
  return talkOf(about, chat.messages, (item, left, i) => {
    if (isFields(item) && item.type === 'service') return 'service message'
    const message = shaped(messageSchema, item, WHAT, `messages.${i}`)
    const runs = [message.text].flat().map((run) => (typeof run === 'string' ? run : run.text))
    const { file_name, file, photo, media_type, sticker_emoji } = message
    const media = photo || file || (media_type && media_type !== 'sticker')
    const name = file_name || (/^\(File/.test(file) ? media_type : file.split('/').at(-1)) || media_type
    const trace = sticker_emoji || (media ? traceOf(name, left, photo ? true : undefined) : '')
    return {
      part: isMine(message) ? 'user' : 'assistant',
      speaker: message.from || message.from_id || 'Deleted account',
      text: joined([runs.join(''), trace]),
      at: message.date_unixtime ?? message.date,
      id: message.id,
    }
  })
}
