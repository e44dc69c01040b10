import { anyFields, type Fields, fieldsOf, idOf, isFields, listOf, nameOf, saidOf, textOf } from './fields'
import { joined, traceOf } from './parts'
import { type Around, talkOf } from './talk'

export const isTelegram = (value: Fields) =>
  Array.isArray(value.messages) &&
  /_(?:chat|group|supergroup|channel)$|^saved_messages$/.test(nameOf(value.type))

/** Who exported the chat: named in an export of everything; in a chat of two the one it is not called after. */
function ownerOf({ type, name, messages }: Fields, { header }: Around): (message: Fields) => boolean {
  const me = nameOf(anyFields(header.personal_information).user_id)
  if (me) return ({ from_id }) => nameOf(from_id) === `user${me}`
  if (type === 'saved_messages') return () => true
  const names = listOf(messages).map((message) => nameOf(anyFields(message).from))
  const title = nameOf(name)
  if (/^(?:personal|bot)_chat$/.test(textOf(type)) && names.includes(title))
    return ({ from }) => nameOf(from) !== title
  const first = names.find(Boolean)
  return ({ from }) => nameOf(from) === first
}

/** One chat of Telegram Desktop's JSON export. @throws Refusal */
export function readTelegram(chat: Fields, around: Around) {
  const isMine = ownerOf(chat, around)
  const about = {
    format: 'telegram',
    sourceId: chat.id,
    title: nameOf(chat.name) || 'Saved messages',
  } as const
  return talkOf(about, listOf(chat.messages), (item, left) => {
    const message = fieldsOf(item)
    if (message.type === 'service') return 'service message'
    const runs = [message.text].flat().map((run) => saidOf(isFields(run) ? run.text : run))
    const { photo, sticker_emoji: sticker } = message
    const [file, type] = [textOf(message.file), textOf(message.media_type)]
    const media = photo || file || (type && type !== 'sticker')
    const name = textOf(message.file_name) || (/^\(File/.test(file) ? type : file.split('/').at(-1)) || type
    const trace = textOf(sticker) || (media ? traceOf(name, left, photo ? true : undefined) : '')
    return {
      part: isMine(message) ? 'user' : 'assistant',
      speaker: idOf(message.from) || idOf(message.from_id) || 'Deleted account',
      text: joined([runs.join(''), trace]),
      at: message.date_unixtime ?? message.date,
      id: idOf(message.id),
    }
  })
}
