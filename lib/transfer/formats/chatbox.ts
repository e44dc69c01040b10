import type { RoleChat } from './role-chat'
import { type Fields, isFields } from './talk'

const SESSION = /^session:/
/** Chatbox exports its storage: a list of sessions, or since version 1.9 a key for each. */
export const isChatbox = (value: Fields) =>
  '__exported_items' in value ||
  Array.isArray(value['chat-sessions']) ||
  Object.keys(value).some((key) => SESSION.test(key))

/** Each session, and each earlier thread of it. */
export function chatboxChats(value: Fields): RoleChat[] {
  const list = value['chat-sessions']
  const keyed = Object.entries(value).flatMap(([key, one]) => (SESSION.test(key) ? [one] : []))
  return [...(Array.isArray(list) ? list : []), ...keyed].filter(isFields).flatMap((session) => {
    const threads = Array.isArray(session.threads) ? session.threads.filter(isFields) : []
    return [...threads, session].map(({ id, name, createdAt, messages }) => ({
      id,
      title: name || session.name,
      at: createdAt,
      messages: Array.isArray(messages) ? messages : [],
    }))
  })
}
