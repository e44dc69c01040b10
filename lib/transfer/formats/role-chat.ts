import { groupBy } from '@/lib/shared/group-by'
import type { TransferFormat } from '@/lib/shared/transfer/transfer'
import {
  anyFields,
  anyList,
  type Fields,
  fieldsOf,
  flagOf,
  idOf,
  isFields,
  knownName,
  knownText,
  listOf,
  saidOf,
} from './fields'
import { byRole, joinedTexts, textIn, tracesOf } from './parts'
import { leave, talkOf } from './talk'

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
/** Roles that LobeChat has besides the usual ones, in groups of agents and for their tasks. */
const LOBE_ROLES: Record<string, string> = {
  ...{ supervisor: 'assistant', assistantGroup: 'assistant', agentCouncil: 'assistant' },
  ...{ task: 'tool', tasks: 'tool', groupTasks: 'tool', verify: 'tool', taskCallback: 'tool' },
}
const lobeTime = ({ createdAt }: Fields) =>
  new Date(typeof createdAt === 'number' ? createdAt : knownName(createdAt)).getTime()
/**
 * LobeChat exports tables, in `state` or, since version 1.69, in `data`. A message names its topic and its session,
 * or since version 2 its agent. Tables have no order.
 */
export const isLobeChat = (value: Fields) =>
  ('exportType' in value || 'schemaHash' in value) && Array.isArray(tablesOf(value).messages)
export function lobeChats(value: Fields): RoleChat[] {
  const { messages, topics, sessions, agents } = tablesOf(value)
  const titles = new Map(
    [...anyList(agents), ...anyList(sessions), ...anyList(topics)]
      .filter(isFields)
      .map(({ id, title, meta }) => [knownName(id), knownName(title) || knownName(anyFields(meta).title)]),
  )
  const placeOf = ({ topicId, sessionId, groupId, agentId }: Fields) =>
    [topicId, sessionId, groupId, agentId].map(knownName).find(Boolean) ?? ''
  const inOrder = anyList(messages)
    .filter(isFields)
    .map((one) => ({ at: lobeTime(one), one: { ...one, role: LOBE_ROLES[knownName(one.role)] ?? one.role } }))
    .sort((a, b) => a.at - b.at || 0)
    .map(({ one }) => one)
  const chats = groupBy(inOrder, placeOf)
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
      text: joinedTexts([textIn(content, left), ...media]),
      at: message.createdAt ?? message.created_at ?? message.timestamp,
    })
  })
}

const historiesIn = ({ histories }: Fields): unknown =>
  isFields(histories) ? histories.histories : histories

/** Chats with turns and candidates, or the older histories with messages, alone or in a list. */
export const isCharacterAi = (value: Fields): boolean =>
  anyList(value.turns).some((turn) => isFields(turn) && Array.isArray(turn.candidates)) ||
  anyList(value.msgs).some((one) => isFields(one) && isFields(one.src)) ||
  Array.isArray(historiesIn(value))

export const characterChats = (value: Fields): unknown[] => {
  const list = historiesIn(value)
  return Array.isArray(list) ? list : [value]
}

const partOf = (isHuman: unknown) => (flagOf(isHuman ?? false) ? 'user' : 'assistant')

/** One chat, from its first turn on; of regenerated answers the chosen one. @throws Refusal */
export function readCharacterAi({ turns, msgs, external_id, created, chat }: Fields) {
  if (!Array.isArray(turns))
    return talkOf({ format: 'character-ai', sourceId: external_id, at: created }, anyList(msgs), (item) => {
      const { src, text, created: at } = fieldsOf(item)
      const { name, is_human } = fieldsOf(src)
      return { part: partOf(is_human), speaker: idOf(name), text: knownText(text), at }
    })
  const begun = turns.map((turn) => knownName(anyFields(turn).create_time)).filter(Boolean)
  // The service lists the newest turn first.
  const inOrder = (begun[0] ?? '') > (begun.at(-1) ?? '') ? turns.toReversed() : turns
  const keys = turns.map((turn) => anyFields(anyFields(turn).turn_key))
  const { chat_id, character_name: title } = isFields(chat) ? chat : (keys.find((key) => key.chat_id) ?? {})
  return talkOf({ format: 'character-ai', sourceId: chat_id, title }, inOrder, (item, left) => {
    const { turn_key, create_time: at, author, candidates, primary_candidate_id } = fieldsOf(item)
    const { name, is_human } = fieldsOf(author)
    const all = listOf(candidates).map(fieldsOf)
    const chosen = all.find((one) => idOf(one.candidate_id) === primary_candidate_id) ?? all[0]
    leave(left, 'other-branch message', all.length - 1)
    const id = idOf(anyFields(turn_key).turn_id)
    return { part: partOf(is_human), speaker: idOf(name), text: knownText(chosen?.raw_content), id, at }
  })
}

export const isSillyTavern = (value: unknown): value is Fields =>
  isFields(value) && typeof value.mes === 'string' && typeof value.is_user === 'boolean'

/** A chat file of SillyTavern: a line about the chat, then a message on each. Swipes not shown are left out. */
export function readSillyTavern(lines: readonly unknown[]) {
  const head = lines.find((line): line is Fields => isFields(line) && 'chat_metadata' in line)
  const sourceId = anyFields(head?.chat_metadata).integrity
  const messages = lines.filter((line) => line !== head)
  // Newer versions write "unused" for both names.
  const others = messages.find((line) => isSillyTavern(line) && !line.is_user && !line.is_system)
  const title = head?.character_name === 'unused' ? anyFields(others).name : head?.character_name
  return talkOf({ format: 'sillytavern', sourceId, title }, messages, (item) => {
    const { name, is_user, is_system, mes, send_date: at } = fieldsOf(item)
    if (is_system) return 'system or tool message'
    return { part: flagOf(is_user) ? 'user' : 'assistant', speaker: idOf(name), text: saidOf(mes), at }
  })
}
