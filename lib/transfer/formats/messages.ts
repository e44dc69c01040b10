import { pacer } from '@/lib/base/breath'
import { mapSlowly } from '@/lib/transfer/archive/map-slowly'
import { Refusal } from '@/lib/transfer/refusal'
import { dateOf } from './dates'
import { checkCount, idsOf, isFields, leftOut, type Talk } from './talk'
import type { SpokenMessage } from './turns'

type Fields = Record<string, unknown>
/** The first of these fields with a value. */
const first = (message: Fields, names: readonly string[]): unknown =>
  names
    .map((name) => (Object.hasOwn(message, name) ? message[name] : null))
    .find((value) => value !== null && value !== undefined)

const WHO = ['role', 'sender', 'from', 'author', 'speaker', 'name', 'user'] as const
const NAME = ['name', 'speaker', 'author', 'from', 'sender', 'user'] as const
const TEXT = ['content', 'text', 'message', 'value', 'body'] as const
const WHEN = ['at', 'date', 'timestamp', 'created_at', 'createdAt', 'create_time', 'time'] as const
const ROLES = new Map<string, SpokenMessage['part'] | 'other'>([
  ...['user', 'human', 'prompter'].map((name) => [name, 'user'] as const),
  ...['assistant', 'ai', 'bot', 'gpt', 'model'].map((name) => [name, 'assistant'] as const),
  ...['system', 'tool', 'function', 'developer'].map((name) => [name, 'other'] as const),
])
const roleOf = (value: string) => ROLES.get(value.toLowerCase()) ?? null

const nameIn = (value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim()
  return isFields(value) ? nameIn(first(value, ['role', 'name', 'username', 'id'])) : ''
}

/** A text, or a list of parts with texts; null without one. */
function textIn(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (isFields(value)) return textIn(first(value, ['text', 'content', 'parts']))
  if (!Array.isArray(value)) return null
  const parts = value
    .map((part) =>
      typeof part === 'string' ? part : isFields(part) ? textIn(first(part, ['text', 'content'])) : null,
    )
    .filter((part) => part !== null)
  return parts.length ? parts.join('\n\n') : null
}

/** Whether this looks like one message: a speaker and a text. */
export const isMessage = (value: unknown): value is Fields =>
  isFields(value) && nameIn(first(value, WHO)) !== '' && TEXT.some((name) => Object.hasOwn(value, name))

/**
 * Messages in order. Roles decide the side of a message; with names but no roles, the first speaker is the
 * user. @throws Refusal
 */
export async function readMessages(messages: readonly unknown[], about: Fields = {}): Promise<Talk> {
  checkCount(messages.length)
  const left = { 'system or tool message': 0, 'message without text': 0 }
  let user: string | null = null
  const said: SpokenMessage[] = []
  const checked = await mapSlowly(messages, (message, i) => {
    if (!isMessage(message)) throw new Refusal(`Message ${i + 1} has no speaker or no text.`)
    return message
  })
  const ids = idsOf(checked.map((message) => nameIn(first(message, ['id', 'uuid']))))
  const pace = pacer()
  for (const [i, message] of checked.entries()) {
    await pace()
    const who = nameIn(first(message, WHO))
    const role = roleOf(who)
    const name = nameIn(first(message, NAME)) || who
    if (role === null) user ??= who
    const text = textIn(first(message, TEXT))
    if (role === 'other') left['system or tool message'] += 1
    else if (!text?.trim()) left['message without text'] += 1
    else {
      const part = role ?? (who === user ? 'user' : 'assistant')
      const speaker = roleOf(name) === null ? name : part
      const session = nameIn(message.session) || null
      said.push({
        id: ids[i] ?? '',
        speaker,
        part,
        text,
        at: dateOf(first(message, WHEN), `Message ${i + 1}`),
        session,
      })
    }
  }
  return {
    format: 'messages',
    sourceId: nameIn(first(about, ['id', 'uuid', 'conversation_id'])),
    title: nameIn(first(about, ['title', 'name', 'subject'])),
    at: dateOf(first(about, WHEN), 'The conversation'),
    said,
    notes: leftOut(left),
  }
}
