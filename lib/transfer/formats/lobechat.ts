import type { RoleChat } from './role-chat'
import { type Fields, isFields, nameOf } from './talk'

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isFields) : [])
const tablesOf = ({ state, data }: Fields): Fields => (isFields(state) ? state : isFields(data) ? data : {})

/** LobeChat exports tables, as `state` or since version 1.69 as `data`: messages name their topic and session. */
export const isLobeChat = (value: Fields) =>
  ('exportType' in value || 'schemaHash' in value) && Array.isArray(tablesOf(value).messages)

export function lobeChats(value: Fields): RoleChat[] {
  const { messages, topics, sessions } = tablesOf(value)
  const titles = new Map(
    [...listOf(sessions), ...listOf(topics)].map(({ id, title, meta }) => [
      nameOf(id),
      nameOf(title) || nameOf(isFields(meta) ? meta.title : ''),
    ]),
  )
  const chats = new Map<string, unknown[]>()
  for (const message of listOf(messages)) {
    const id = nameOf(message.topicId) || nameOf(message.sessionId)
    const chat = chats.get(id) ?? []
    chats.set(id, chat)
    chat.push(message)
  }
  return [...chats].map(([id, list]) => ({ id, title: titles.get(id), messages: list }))
}
