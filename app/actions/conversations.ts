'use server'

import { z } from 'zod'
import * as conversations from '@/lib/db/turns/conversations'
import * as forget from '@/lib/services/forget/forget'
import { startSample as start } from '@/lib/services/transfer/sample'
import { limits } from '@/lib/shared/limits'
import { idSchema, textSchema } from '@/lib/shared/schemas'
import { act } from './act'

const conversationId = z.strictObject({ conversationId: idSchema })
const titleSchema = textSchema(limits.conversation.titleMaxChars)
  .transform((title) => title.replace(/\s+/g, ' ').trim())
  .refine((title) => title.length > 0, 'Give the conversation a name.')

export async function listConversations(input: { query?: string; before?: string } = {}) {
  return act(
    z.strictObject({ query: textSchema(200).optional(), before: z.iso.datetime().optional() }),
    input,
    ({ db, ownerId }, { query, before }) =>
      conversations.listConversations(db, ownerId, {
        ...(query ? { query } : {}),
        ...(before ? { before: new Date(before) } : {}),
      }),
  )
}

/** Titles of conversations by id; missing ones are absent. */
export async function loadTitles(input: { conversationIds: string[] }) {
  return act(
    z.strictObject({ conversationIds: z.array(idSchema).max(limits.interface.titlesAsked) }),
    input,
    async ({ db, ownerId }, { conversationIds }) =>
      Object.fromEntries(await conversations.titlesOf(db, ownerId, conversationIds)),
  )
}

export async function renameConversation(input: { conversationId: string; title: string }) {
  return act(
    conversationId.extend({ title: titleSchema }),
    input,
    async ({ db, ownerId }, { conversationId, title }) => {
      await conversations.renameConversation(db, ownerId, conversationId, title)
      return conversations.conversationDto(db, ownerId, conversationId)
    },
  )
}

export async function pinConversation(input: { conversationId: string; pinned: boolean }) {
  return act(
    conversationId.extend({ pinned: z.boolean() }),
    input,
    async ({ db, ownerId, runtime }, { conversationId, pinned }) => {
      await conversations.pinConversation(db, ownerId, conversationId, pinned ? runtime.now() : null)
      return conversations.conversationDto(db, ownerId, conversationId)
    },
  )
}

export async function deleteConversation(input: { conversationId: string }) {
  return act(conversationId, input, (session, { conversationId }) =>
    forget.deleteConversation(session, conversationId),
  )
}

export async function undoDelete(input: { trashId: string }) {
  return act(z.strictObject({ trashId: idSchema }), input, (session, { trashId }) =>
    forget.undoForget(session, trashId),
  )
}

/** A short conversation by the built-in engine, to explore. */
export async function startSample() {
  return act(z.undefined(), undefined, (session) => start(session))
}
