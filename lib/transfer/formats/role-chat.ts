import { groupBy } from '@/lib/shared/group-by'
import type { TransferFormat } from '@/lib/shared/transfer/transfer'
import { anyFields, anyList, type Fields, fieldsOf, isFields, nameOf } from './fields'
import { byRole, joined, textIn, tracesOf } from './parts'
import { talkOf } from './talk'

/** A chat as programs store it that name each message's role. */
type RoleChat = { id?: unknown; title?: unknown; at?: unknown; messages: unknown }

const typingMinds = ({ data, chats }: Fields) => (isFields(data) ? data.chats : chats)
/** An export of TypingMind, `{"data": {"chats": […]}}`, or one of its chats. */
export const isTypingMind = (value: Fields) =>
  'chatID' in value || [typingMinds(value)].flat().some((chat) => isFields(chat) && 'chatID' in chat)
export const typingMindChats = (value: Fields): RoleChat[] =>
  ('chatID' in value ? [value] : [typingMinds(value)].flat())
    .filter(isFields)
    .map(({ chatID, id, chatTitle: title, createdAt: at, messages }) => ({
      ...{ id: chatID ?? id, title, at, messages },
    }))

const SESSION = /^session:/
/** Chatbox exports its storage: a list of sessions, or since version 1.9 a key for each. */
export const isChatbox = (value: Fields) =>
  '__exported_items' in value ||
  Array.isArray(value['chat-sessions']) ||
  Object.keys(value).some((key) => SESSION.test(key))
/** Each session, and each earlier thread of it. */
export function chatboxChats(value: Fields): RoleChat[] {
  const keyed = Object.entries(value).flatMap(([key, one]) => (SESSION.test(key) ? [one] : []))
  return [...anyList(value['chat-sessions']), ...keyed].filter(isFields).flatMap((session) =>
    [...anyList(session.threads).filter(isFields), session].map(({ id, name, createdAt: at, messages }) => ({
      ...{ id, title: name || session.name, at, messages },
    })),
  )
}

const tablesOf = ({ state, data }: Fields): Fields => (isFields(state) ? state : anyFields(data))
/** LobeChat exports tables, in `state` or, since version 1.69, in `data`. A message names its topic and session. */
export const isLobeChat = (value: Fields) =>
  ('exportType' in value || 'schemaHash' in value) && Array.isArray(tablesOf(value).messages)
export function lobeChats(value: Fields): RoleChat[] {
  const { messages, topics, sessions } = tablesOf(value)
  const titles = new Map(
    [...anyList(sessions), ...anyList(topics)]
      .filter(isFields)
      .map(({ id, title, meta }) => [nameOf(id), nameOf(title) || nameOf(anyFields(meta).title)]),
  )
  const placeOf = ({ topicId, sessionId }: Fields) => nameOf(topicId) || nameOf(sessionId)
  const chats = groupBy(anyList(messages).filter(isFields), placeOf)
  return [...chats].map(([id, list]) => ({ id, title: titles.get(id), messages: list }))
}

/** Reads one chat of such a program. @throws Refusal */
export const readRoleChat = (format: TransferFormat) => (chat: Fields) => {
  const { id: sourceId, title, at, messages } = chat
  return talkOf({ format, sourceId, title, at }, anyList(messages), (item, left) => {
    const message = fieldsOf(item)
    const pictures = [message.pictures, message.imageList].flatMap((list) => list ?? [])
    const files = [message.files, message.attachments].flatMap((list) => list ?? [])
    const media = [...tracesOf(pictures, left, true), ...tracesOf(files, left)]
    const content = message.contentParts ?? message.content ?? message.text
    return byRole(message.role, {
      id: message.id ?? message.uuid,
      text: joined([textIn(content, left), ...media]),
      at: message.createdAt ?? message.created_at ?? message.timestamp,
    })
  })
}
