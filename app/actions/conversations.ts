'use server'

import { z } from 'zod'
import * as conversations from '@/lib/db/turns/conversations'
import * as tags from '@/lib/db/turns/tags'
import * as forget from '@/lib/services/forget/forget'
import * as sample from '@/lib/services/transfer/sample'
import { limits } from '@/lib/shared/limits'
import { plainName } from '@/lib/shared/plain-name'
import { idSchema } from '@/lib/shared/schemas'
import { addTagSchema, oneTagSchema, renameTagSchema, tagSchema } from '@/lib/shared/tags'
import { textSchema } from '@/lib/shared/text'
import { action, plainAction } from './action'

const conversationId = z.strictObject({ conversationId: idSchema })
const titleSchema = textSchema(limits.conversation.titleMaxChars)
  .transform((title) => plainName(title.replace(/\s+/g, ' ')))
  .refine((title) => title.length > 0, 'Give the conversation a name.')
const listingSchema = z.strictObject({
  query: textSchema(limits.search.filterChars).optional(),
  before: z.strictObject({ at: z.iso.datetime(), id: idSchema }).optional(),
  tag: tagSchema.optional(),
  archived: z.boolean().optional(),
})

export const listConversations = action(listingSchema, ({ db, ownerId }, { query, before, tag, archived }) =>
  conversations.listConversations(db, ownerId, {
    ...(query ? { query } : {}),
    ...(tag ? { tag } : {}),
    ...(archived ? { archived } : {}),
    ...(before ? { before: { at: new Date(before.at), id: before.id } } : {}),
  }),
)

/** Titles of conversations by id; missing ones are absent. */
export const loadTitles = action(
  z.strictObject({ conversationIds: z.array(idSchema).max(limits.interface.titlesAsked) }),
  async ({ db, ownerId }, { conversationIds }) =>
    Object.fromEntries(await conversations.titlesOf(db, ownerId, conversationIds)),
)

export const renameConversation = action(
  conversationId.extend({ title: titleSchema }),
  async ({ db, ownerId }, { conversationId, title }) => {
    await conversations.renameConversation(db, ownerId, conversationId, title)
    return conversations.conversationDto(db, ownerId, conversationId)
  },
)

export const pinConversation = action(
  conversationId.extend({ pinned: z.boolean() }),
  async ({ db, ownerId, runtime }, { conversationId, pinned }) => {
    await conversations.pinConversation(db, ownerId, conversationId, pinned ? runtime.now() : null)
    return conversations.conversationDto(db, ownerId, conversationId)
  },
)

export const archiveConversation = action(
  conversationId.extend({ archived: z.boolean() }),
  async ({ db, ownerId, runtime }, { conversationId, archived }) => {
    await conversations.archiveConversation(db, ownerId, conversationId, archived ? runtime.now() : null)
    return conversations.conversationDto(db, ownerId, conversationId)
  },
)

export const deleteConversation = action(conversationId, (session, { conversationId }) =>
  forget.deleteConversation(session, conversationId),
)

export const undoDelete = action(z.strictObject({ trashId: idSchema }), (session, { trashId }) =>
  forget.undoForget(session, trashId),
)

/** Imports the sample conversation, or opens it if it is here already. */
export const startSample = plainAction(sample.startSample)

/** All tags of the person, with how many conversations have them. */
export const listTags = plainAction(({ db, ownerId }) => tags.listTags(db, ownerId))

export const addTag = action(addTagSchema, async ({ db, ownerId }, { conversationIds, tag }) => {
  await tags.addTag(db, ownerId, conversationIds, tag)
  return null
})

export const removeTag = action(oneTagSchema, async ({ db, ownerId }, { conversationId, tag }) => {
  await tags.removeTag(db, ownerId, conversationId, tag)
  return null
})

/** One conversation with its tags as they are now. */
export const loadTagged = action(conversationId, ({ db, ownerId }, { conversationId }) =>
  conversations.conversationDto(db, ownerId, conversationId),
)

export const renameTag = action(renameTagSchema, async ({ db, ownerId }, { tag, name }) => {
  await tags.renameTag(db, ownerId, tag, name)
  return null
})

/** Removes a tag from all conversations; returns those that had it. */
export const deleteTag = action(z.strictObject({ tag: tagSchema }), ({ db, ownerId }, { tag }) =>
  tags.deleteTag(db, ownerId, tag),
)
