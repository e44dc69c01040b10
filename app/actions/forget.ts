'use server'

import { dropTrashed, listTrashed } from '@/lib/db/forget/trash-list'
import * as forget from '@/lib/services/forget/forget'
import { notFound } from '@/lib/shared/errors'
import { dropTrashedSchema, forgetFileSchema, forgetTurnsSchema } from '@/lib/shared/memory/forget'
import { action, plainAction } from './action'

export const previewForget = action(forgetTurnsSchema, forget.previewForget)
export const forgetTurns = action(forgetTurnsSchema, forget.forgetTurns)
export const forgetFile = action(forgetFileSchema, forget.forgetFile)
/** What was forgotten, newest first, with the proofs of finished purges. */
export const listForgotten = plainAction(({ db, ownerId }) => forget.listForgotten(db, ownerId))

/** Deleted conversations that can still be restored, newest first. */
export const listTrash = plainAction(({ db, ownerId, runtime }) => listTrashed(db, ownerId, runtime.now()))

/** Deletes one of them for good, or all; returns how many. */
export const dropFromTrash = action(dropTrashedSchema, async ({ db, ownerId, runtime }, { trashId }) => {
  const dropped = await dropTrashed(db, ownerId, trashId, runtime.now())
  if (trashId !== null && dropped === 0) throw notFound('deleted conversation')
  return dropped
})
