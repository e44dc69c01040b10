'use server'

import { z } from 'zod'
import * as conversations from '@/lib/db/turns/conversations'
import * as forget from '@/lib/services/forget/forget'
import { startSample as start } from '@/lib/services/transfer/sample'
import { limits } from '@/lib/shared/limits'
import { plainName } from '@/lib/shared/plain-name'
import { idSchema } from '@/lib/shared/schemas'
import { tagSchema } from '@/lib/shared/tags'
import { textSchema } from '@/lib/shared/text'
import { runAction } from './run-action'

const conversationId = z.strictObject({ conversationId: idSchema })
const titleSchema = textSchema(limits.conversation.titleMaxChars)
  .transform((title) => plainName(title.replace(/\s+/g, ' ')))
  .refine((title) => title.length > 0, 'Give the conversation a name.')

type Listing = { query?: string; before?: string; tag?: string; archived?: boolean }
export async function listConversations(input: Listing = {}) {
  return runAction(
    z.strictObject({
      query: textSchema(200).optional(),
      before: z.iso.datetime().optional(),
      tag: tagSchema.optional(),
      archived: z.boolean().optional(),
    }),
    input,
    ({ db, ownerId }, { query, before, tag, archived }) =>
      conversations.listConversations(db, ownerId, {
        ...(query ? { query } : {}),
        ...(tag ? { tag } : {}),
        ...(archived ? { archived } : {}),
        ...(before ? { before: new Date(before) } : {}),
      }),
  )
}

/** Titles of conversations by id; missing ones are absent. */
export async function loadTitles(input: { conversationIds: string[] }) {
  return runAction(
    z.strictObject({ conversationIds: z.array(idSchema).max(limits.interface.titlesAsked) }),
    input,
    async ({ db, ownerId }, { conversationIds }) =>
      Object.fromEntries(await conversations.titlesOf(db, ownerId, conversationIds)),
  )
}

export async function renameConversation(input: { conversationId: string; title: string }) {
  return runAction(
    conversationId.extend({ title: titleSchema }),
    input,
    async ({ db, ownerId }, { conversationId, title }) => {
      await conversations.renameConversation(db, ownerId, conversationId, title)
      return conversations.conversationDto(db, ownerId, conversationId)
    },
  )
}

export async function pinConversation(input: { conversationId: string; pinned: boolean }) {
  return runAction(
    conversationId.extend({ pinned: z.boolean() }),
    input,
    async ({ db, ownerId, runtime }, { conversationId, pinned }) => {
      await conversations.pinConversation(db, ownerId, conversationId, pinned ? runtime.now() : null)
      return conversations.conversationDto(db, ownerId, conversationId)
    },
  )
}

export async function archiveConversation(input: { conversationId: string; archived: boolean }) {
  return runAction(
    conversationId.extend({ archived: z.boolean() }),
    input,
    async ({ db, ownerId, runtime }, { conversationId, archived }) => {
      await conversations.archiveConversation(db, ownerId, conversationId, archived ? runtime.now() : null)
      return conversations.conversationDto(db, ownerId, conversationId)
    },
  )
}

export async function deleteConversation(input: { conversationId: string }) {
  return runAction(conversationId, input, (session, { conversationId }) =>
    forget.deleteConversation(session, conversationId),
  )
}

export async function undoDelete(input: { trashId: string }) {
  return runAction(z.strictObject({ trashId: idSchema }), input, (session, { trashId }) =>
    forget.undoForget(session, trashId),
  )
}

/** Imports the sample conversation, or opens it if it is here already. */
export async function startSample() {
  return runAction(z.undefined(), undefined, (session) => start(session))
}
