import { groupBy } from '@/lib/base/group-by'
import type { RoleChat } from './role-chat'
import { type Fields, isFields, nameOf } from './talk'

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isFields) : [])
const tablesOf = ({ state, data }: Fields): Fields => (isFields(state) ? state : isFields(data) ? data : {})

/** LobeChat exports tables, in `state` or, since version 1.69, in `data`. A message names its topic and session. */
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
  const chats = groupBy(listOf(messages), ({ topicId, sessionId }) => nameOf(topicId) || nameOf(sessionId))
  return [...chats].map(([id, list]) => ({ id, title: titles.get(id), messages: list }))
}
