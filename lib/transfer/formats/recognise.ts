import { storableText } from '@/lib/base/storable'
import { Refusal } from '@/lib/transfer/refusal'
import { readChatGpt } from './chatgpt'
import { readClaude } from './claude'
import { isMessage, readMessages } from './messages'
import { readRecallData } from './recall-data'
import { isFields, type Talk } from './talk'

export const isMneme = (value: unknown): value is Record<string, unknown> =>
  isFields(value) &&
  isFields(value.conversation) &&
  Array.isArray(value.turns) &&
  Array.isArray(value.branches)

/** The title of a conversation in an unknown or broken format. */
export function labelOf(value: unknown): { sourceId: string; title: string } {
  const fields = isFields(value) ? (isFields(value.conversation) ? value.conversation : value) : {}
  const text = (...names: string[]) => {
    const values = names.map((name) => fields[name])
    const value = values.find((one) => typeof one === 'string' || typeof one === 'number')
    return storableText(String(value ?? '')).slice(0, 120)
  }
  return { sourceId: text('id', 'uuid', 'conversation_id'), title: text('title', 'name') }
}

/** Reads a conversation of any format but Mneme's own. @throws Refusal */
export async function readTalk(value: unknown): Promise<Talk> {
  if (Array.isArray(value) && value.length && value.every(isMessage)) return readMessages(value)
  if (isFields(value)) {
    if (isFields(value.mapping)) return readChatGpt(value)
    if (Array.isArray(value.chat_messages)) return readClaude(value)
    if (Array.isArray(value.turns) && Array.isArray(value.speakers)) return readRecallData(value)
    const list = value.messages ?? value.conversations ?? value.conversation
    if (Array.isArray(list)) return readMessages(list, value)
  }
  throw new Refusal('This is not a conversation in a format that Mneme supports.')
}
