'use server'

import { z } from 'zod'
import { conversationDto } from '@/lib/db/turns/conversations'
import * as tags from '@/lib/db/turns/tags'
import { addTagSchema, oneTagSchema, renameTagSchema, tagSchema } from '@/lib/shared/tags'
import { runAction } from './run-action'

/** All tags of the person, with how many conversations have them. */
export async function listTags() {
  return runAction(z.undefined(), undefined, ({ db, ownerId }) => tags.listTags(db, ownerId))
}

/** Adds a tag to conversations. */
export async function addTag(input: { conversationIds: string[]; tag: string }) {
  return runAction(addTagSchema, input, async ({ db, ownerId }, { conversationIds, tag }) => {
    await tags.addTag(db, ownerId, conversationIds, tag)
    return null
  })
}

export async function removeTag(input: { conversationId: string; tag: string }) {
  return runAction(oneTagSchema, input, async ({ db, ownerId }, { conversationId, tag }) => {
    await tags.removeTag(db, ownerId, conversationId, tag)
    return null
  })
}

/** One conversation with its tags as they are now. */
export async function loadTagged(input: { conversationId: string }) {
  return runAction(
    oneTagSchema.pick({ conversationId: true }),
    input,
    ({ db, ownerId }, { conversationId }) => conversationDto(db, ownerId, conversationId),
  )
}

export async function renameTag(input: { tag: string; name: string }) {
  return runAction(renameTagSchema, input, async ({ db, ownerId }, { tag, name }) => {
    await tags.renameTag(db, ownerId, tag, name)
    return null
  })
}

/** Removes a tag from all conversations; returns those that had it. */
export async function deleteTag(input: { tag: string }) {
  return runAction(z.strictObject({ tag: tagSchema }), input, ({ db, ownerId }, { tag }) =>
    tags.deleteTag(db, ownerId, tag),
  )
}
