'use server'

import { z } from 'zod'
import { dropTrashed, listTrashed } from '@/lib/db/forget/trash-list'
import { notFound } from '@/lib/shared/errors'
import { dropTrashedSchema } from '@/lib/shared/memory/forget'
import { runAction } from './run-action'

/** Deleted conversations that can still be restored, newest first. */
export async function listTrash() {
  return runAction(z.undefined(), undefined, ({ db, ownerId, runtime }) =>
    listTrashed(db, ownerId, runtime.now()),
  )
}

/** Deletes one of them for good, or all; returns how many. */
export async function dropFromTrash(input: { trashId: string | null }) {
  return runAction(dropTrashedSchema, input, async ({ db, ownerId, runtime }, { trashId }) => {
    const dropped = await dropTrashed(db, ownerId, trashId, runtime.now())
    if (trashId !== null && dropped === 0) throw notFound('deleted conversation')
    return dropped
  })
}
