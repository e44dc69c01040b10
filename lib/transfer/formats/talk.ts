import { pacer } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import type { TransferFormat } from '@/lib/shared/transfer/transfer'
import { ImportRefusal } from '@/lib/transfer/refusal'
import { dateOf } from './dates'
import { type Fields, knownName } from './fields'
import type { SpokenMessage } from './turns'

/** What was left out of a conversation: how often, by name in the singular. */
export type Left = Record<string, number>
export const leave = (left: Left, what: string, count = 1) => {
  if (count > 0) left[what] = (left[what] ?? 0) + count
}

/** A conversation that was read but not stored. `sourceId` '' = the file has no id. */
export type Talk = {
  format: TransferFormat
  sourceId: string
  title: string
  at: Date | null
  said: SpokenMessage[]
  left: Left
}

/** `header` = the fields before a list of conversations; `names` = those of users by id. */
export type FileAround = { file: string; folder: string; header: Fields; names: Map<string, string> }

/** @throws Refusal for too many messages. */
export function checkCount(messages: number): void {
  if (messages > limits.transfer.messages)
    throw new ImportRefusal(`It contains over ${limits.transfer.messages.toLocaleString('en')} messages.`)
}

/** One message. `id` and else `key` identify it; without either it gets its position. */
export type Heard = {
  part: SpokenMessage['part']
  text: string
  speaker?: string
  at?: unknown
  id?: unknown
  key?: string
  session?: string
}
/** A string names what the item is, which is left out and counted. Null = it says nothing. */
export type ReadRecord = Heard | string | null

export type TalkHead = { format: TransferFormat; sourceId?: unknown; title?: unknown; at?: unknown }
/**
 * Reads messages one by one. An odd one is skipped and counted, and a message with an unreadable date stays
 * without it. `read` throws a Refusal for an odd item. @throws Refusal if half of the items are odd.
 */
export async function talkOf<T>(
  { format, sourceId, title, at }: TalkHead,
  items: readonly T[],
  read: (item: T, left: Left, position: number) => ReadRecord,
  left: Left = {},
): Promise<Talk> {
  checkCount(items.length)
  const odd: ImportRefusal[] = []
  const skip = (error: unknown, what: string, isOdd = true) => {
    if (!(error instanceof ImportRefusal)) throw error
    leave(left, what)
    if (isOdd) odd.push(error)
  }
  const dated = (value: unknown, of: string) => {
    try {
      return dateOf(value, of)
    } catch (error) {
      skip(error, 'unreadable date', typeof value !== 'string')
      return null
    }
  }
  const heard: (Heard & { position: number })[] = []
  const ids = new Set<string>()
  const pace = pacer()
  for (const [position, item] of items.entries()) {
    await pace()
    try {
      const one = read(item, left, position)
      const id = one && typeof one !== 'string' ? knownName(one.id) : ''
      if (typeof one === 'string') leave(left, one)
      else if (one && !one.text.trim()) leave(left, 'message without text')
      else if (id && ids.has(id))
        skip(new ImportRefusal(`Two of its messages have the id ${id.slice(0, 40)}.`), 'repeated message')
      else if (one) heard.push({ ...one, position })
      ids.add(id)
    } catch (error) {
      skip(error, 'unreadable message')
    }
  }
  const said: SpokenMessage[] = []
  for (const { part, text, speaker, session, position, ...one } of heard) {
    await pace()
    let id = knownName(one.id)
    for (let other = one.key ?? String(position + 1); !id; other = `#${other}`)
      if (!ids.has(other)) id = other
    ids.add(id)
    const message = { id, speaker: speaker || part, part, text, session: session || null }
    said.push({ ...message, at: dated(one.at, `Message ${position + 1}`) })
  }
  const talk = { format, sourceId: knownName(sourceId), title: knownName(title), said, left }
  const begun = dated(at, 'The conversation')
  if (odd[0] && odd.length * 2 >= items.length) throw odd[0]
  return { ...talk, at: begun }
}

const plural = (count: number, what: string) =>
  count === 1 ? `1 ${what}` : `${count} ${what.replace(/^picture or/, 'pictures or')}s`
/** `{ 'system message': 2 }` becomes "2 system messages were left out." */
export function leftOut(left: Left): string[] {
  const parts = Object.entries(left)
  if (parts.length === 0) return []
  const list = parts.map(([what, count]) => plural(count, what)).join(', ')
  const isOne = parts.length === 1 && parts[0]?.[1] === 1
  return [`${list} ${isOne ? 'was' : 'were'} left out.`]
}
