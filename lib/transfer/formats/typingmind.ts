import type { RoleChat } from './role-chat'
import { type Fields, isFields } from './talk'

const chatsIn = ({ data, chats }: Fields) => (isFields(data) ? data.chats : chats)

/** An export of TypingMind, `{"data": {"chats": […]}}`, or one of its chats. */
export const isTypingMind = (value: Fields) =>
  'chatID' in value || [chatsIn(value)].flat().some((chat) => isFields(chat) && 'chatID' in chat)

export const typingMindChats = (value: Fields): RoleChat[] =>
  ('chatID' in value ? [value] : [chatsIn(value)].flat()).filter(isFields).map((chat) => ({
    id: chat.chatID ?? chat.id,
    title: chat.chatTitle,
    at: chat.createdAt,
    messages: Array.isArray(chat.messages) ? chat.messages : [],
  }))
