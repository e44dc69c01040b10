import { pictureLine } from '@/lib/shared/picture'
import { mapSlowly } from '@/lib/transfer/archive/map-slowly'
import { ImportRefusal } from '@/lib/transfer/refusal'
import { type Fields, fieldsOf, idOf, isFields, knownName, knownText, listOf } from './fields'
import { spokenRole, textIn } from './parts'
import { talkOf } from './talk'

/** The first of these fields with a value. */
const first = (message: Fields, names: readonly string[]): unknown =>
  names
    .map((name) => (Object.hasOwn(message, name) ? message[name] : null))
    .find((value) => value !== null && value !== undefined)

const WHO = ['role', 'sender', 'from', 'author', 'speaker', 'name', 'user'] as const
const NAME = ['name', 'speaker', 'author', 'from', 'sender', 'user'] as const
const TEXT = ['content', 'text', 'message', 'value', 'body'] as const
const WHEN = ['at', 'date', 'timestamp', 'created_at', 'createdAt', 'create_time', 'time', 'ts'] as const

const nameIn = (value: unknown): string =>
  isFields(value) ? nameIn(first(value, ['role', 'name', 'username', 'id'])) : knownName(value)

/** Whether this looks like one message: a speaker and a text. */
export const isMessage = (value: unknown): value is Fields =>
  isFields(value) && nameIn(first(value, WHO)) !== '' && TEXT.some((name) => Object.hasOwn(value, name))

/** Roles decide the side of a message; without a user, the first name is the user. @throws Refusal */
export async function readMessages(messages: readonly unknown[], about: Fields = {}) {
  const whos = await mapSlowly(messages, (message) => (isMessage(message) ? nameIn(first(message, WHO)) : ''))
  const hasUser = whos.some((who) => spokenRole(who) === 'user')
  const user = hasUser ? null : whos.find((who) => who && spokenRole(who) === null)
  const found = {
    format: 'messages' as const,
    sourceId: nameIn(first(about, ['id', 'uuid', 'conversation_id'])),
    title: nameIn(first(about, ['title', 'name', 'subject'])),
    at: first(about, WHEN),
  }
  return talkOf(found, messages, (message, left, i) => {
    if (!isMessage(message)) throw new ImportRefusal(`Message ${i + 1} has no speaker or no text.`)
    const who = whos[i] ?? ''
    const role = spokenRole(who)
    if (role === 'other') return 'system or tool message'
    const name = nameIn(first(message, NAME)) || who
    const part = role ?? (who === user ? 'user' : 'assistant')
    return {
      part,
      text: message.isThought === true ? '' : textIn(first(message, TEXT), left),
      speaker: spokenRole(name) === null ? name : part,
      at: first(message, WHEN),
      id: nameIn(first(message, ['id', 'uuid'])),
      session: nameIn(message.session),
    }
  })
}

/** One conversation of the benchmark's format. @throws Refusal */
export function readRecallData({ id, title, speakers, turns }: Fields) {
  const [user] = listOf(speakers)
  return talkOf(
    { format: 'recall-data', sourceId: id, title: knownText(title) || id },
    listOf(turns),
    (item) => {
      const turn = fieldsOf(item)
      const [speaker, text, caption] = [turn.speaker, turn.text, turn.caption].map(knownText)
      return {
        ...{ part: speaker === user ? 'user' : 'assistant', speaker: speaker ?? '', at: turn.at },
        ...{ id: idOf(turn.id), session: idOf(turn.session) },
        text: [text, caption && pictureLine(caption)].filter(Boolean).join('\n'),
      }
    },
  )
}
