import { storableText } from '@/lib/shared/storable'
import { ImportRefusal } from '@/lib/transfer/refusal'
import { readAiStudio, readClaude, readDeepSeek, readGrok, readLibreChat, readOpenWebUi } from './assistants'
import { readChatGpt } from './chatgpt'
import { claudeCodeTalks, isClaudeCode, isCodex, readClaudeCode, readCodex } from './coding-agents'
import { type Fields, isFields } from './fields'
import { geminiTalks, isGeminiRecord, readGeminiActivity, readGeminiTurns } from './gemini'
import { isMessage, readMessages, readRecallData } from './messages'
import {
  isSlack,
  isTelegram,
  isWhatsApp,
  readSlack,
  readTelegram,
  readWhatsApp,
  slackTalks,
} from './messengers'
import {
  characterChats,
  chatboxChats,
  isCharacterAi,
  isChatbox,
  isLobeChat,
  isSillyTavern,
  isTypingMind,
  lobeChats,
  readCharacterAi,
  readRoleChat,
  readSillyTavern,
  typingMindChats,
} from './role-chat'
import type { FileAround, Talk } from './talk'

export const isMneme = (value: unknown): value is Fields =>
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

type Read<T> = (value: T, around: FileAround) => Promise<Talk>
/** `split` = the conversations in it, one without. */
type Whole = { is(value: Fields): boolean; split?(value: Fields): unknown[]; read: Read<Fields> }
const listIn = ({ messages, conversations, conversation }: Fields) =>
  messages ?? conversations ?? conversation
/** Formats by the shape of an object, the more particular ones first. */
const WHOLES: Whole[] = [
  { is: ({ mapping, inserted_at }) => isFields(mapping) && inserted_at !== undefined, read: readDeepSeek },
  { is: ({ mapping }) => isFields(mapping), read: readChatGpt },
  { is: ({ chat_messages }) => Array.isArray(chat_messages), read: readClaude },
  { is: ({ chat }) => isFields(chat) && ('history' in chat || 'messages' in chat), read: readOpenWebUi },
  { is: ({ history }) => isFields(history) && isFields(history.messages), read: readOpenWebUi },
  {
    is: ({ conversationId, messages, messagesTree }) =>
      conversationId !== undefined && Array.isArray(messagesTree ?? messages),
    read: readLibreChat,
  },
  { is: ({ conversation, responses }) => isFields(conversation) && Array.isArray(responses), read: readGrok },
  { is: ({ chunkedPrompt }) => isFields(chunkedPrompt), read: readAiStudio },
  { is: ({ conversation_turns }) => Array.isArray(conversation_turns), read: readGeminiTurns },
  { is: isTypingMind, split: typingMindChats, read: readRoleChat('typingmind') },
  { is: isChatbox, split: chatboxChats, read: readRoleChat('chatbox') },
  { is: isLobeChat, split: lobeChats, read: readRoleChat('lobechat') },
  { is: isCharacterAi, split: characterChats, read: readCharacterAi },
  { is: isTelegram, read: readTelegram },
  { is: ({ turns, speakers }) => Array.isArray(turns) && Array.isArray(speakers), read: readRecallData },
  {
    is: (value) => Array.isArray(listIn(value)),
    read: (value) => readMessages(listIn(value) as unknown[], value),
  },
]

/** A list of which each item is a message, an entry or a line. `folder` = its files are read together. */
type Listed = {
  is(item: unknown): boolean
  split?(items: readonly unknown[], around: FileAround): unknown[][]
  read: Read<readonly unknown[]>
  folder?: true
}
const LISTED: Listed[] = [
  { is: isClaudeCode, split: claudeCodeTalks, read: readClaudeCode },
  { is: isCodex, read: readCodex },
  { is: isSillyTavern, read: readSillyTavern },
  { is: isSlack, split: slackTalks, read: readSlack, folder: true },
  { is: isGeminiRecord, split: geminiTalks, read: readGeminiActivity },
  { is: isWhatsApp, read: readWhatsApp },
  { is: isMessage, read: (items) => readMessages(items) },
]

/** How to read a list, by its first recognisable item. */
export const listFormat = (items: readonly unknown[]): Listed | undefined => {
  const known = items.find((item) => LISTED.some(({ is }) => is(item)))
  return known === undefined ? undefined : LISTED.find(({ is }) => is(known))
}
export const isKnown = (value: unknown) =>
  Array.isArray(value) || (isFields(value) && WHOLES.some(({ is }) => is(value)))

/** One conversation that is still to be read: `read` throws a Refusal. */
type Unread = { label: ReturnType<typeof labelOf>; read(): Promise<Talk> }

/** The conversations in a value of any format but Mneme's own. */
export function unreadIn(value: unknown, around: FileAround): Unread[] {
  const list = Array.isArray(value) ? listFormat(value) : undefined
  if (list && Array.isArray(value))
    return (list.split?.(value, around) ?? [value]).map((items) => ({
      label: labelOf(null),
      read: () => list.read(items, around),
    }))
  const whole = isFields(value) ? WHOLES.find(({ is }) => is(value)) : undefined
  const refuse = async () => {
    throw new ImportRefusal('This is not a conversation in a format that Mneme supports.')
  }
  return (whole?.split && isFields(value) ? whole.split(value) : [value]).map((one) => ({
    label: labelOf(one),
    read: async () => (whole && isFields(one) ? whole.read(one, around) : refuse()),
  }))
}
