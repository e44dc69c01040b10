import { z } from 'zod'
import type { TransferFormat } from '@/lib/shared/transfer/transfer'
import { byRole, joined, textIn, tracesOf } from './parts'
import { type Fields, shaped, talkOf } from './talk'

const messageSchema = z.looseObject({ role: z.string() })

/** A chat as programs store it that name each message's role. `messages` is a list of these. */
export type RoleChat = { id?: unknown; title?: unknown; at?: unknown; messages: readonly unknown[] }

/** Reads such chats. @throws Refusal */
export const readRoleChat = (format: TransferFormat) => (value: Fields) => {
  const { id, title, at, messages } = value as RoleChat
  return talkOf({ format, sourceId: id, title, at }, messages, (item, left, i) => {
    const message = shaped(messageSchema, item, 'a chat', `messages.${i}`)
    const media = [
      ...tracesOf(
        [message.pictures, message.imageList].flatMap((list) => list ?? []),
        left,
        true,
      ),
      ...tracesOf(
        [message.files, message.attachments].flatMap((list) => list ?? []),
        left,
      ),
    ]
    const content = message.contentParts ?? message.content ?? message.text
    return byRole(message.role, {
      id: message.id ?? message.uuid,
      text: joined([textIn(content, left), ...media]),
      at: message.createdAt ?? message.created_at ?? message.timestamp,
    })
  })
}
