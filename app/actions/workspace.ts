'use server'

import { z } from 'zod'
import { moveUploads, removeUpload as remove } from '@/lib/db/files/workspace'
import * as view from '@/lib/services/turns/workspace'
import { limits } from '@/lib/shared/limits'
import { idSchema } from '@/lib/shared/schemas'
import { textSchema } from '@/lib/shared/text'
import { runAction } from './run-action'

const conversationId = z.strictObject({ conversationId: idSchema })

/** The workspace after a turn; by default after the newest turn of the active path. */
export async function loadWorkspace(input: { conversationId: string; turnId?: string }) {
  return runAction(conversationId.extend({ turnId: idSchema.optional() }), input, view.loadWorkspace)
}

export async function readWorkspaceFile(input: { conversationId: string; hash: string }) {
  return runAction(conversationId.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) }), input, view.readFile)
}

export async function fileVersions(input: { conversationId: string; path: string }) {
  return runAction(
    conversationId.extend({ path: textSchema(limits.workspace.pathChars).min(1) }),
    input,
    view.fileVersions,
  )
}

export async function removeUpload(input: { uploadId: string }) {
  return runAction(
    z.strictObject({ uploadId: idSchema }),
    input,
    async ({ db, ownerId, runtime }, { uploadId }) => {
      await remove(db, ownerId, uploadId, runtime.now())
      return null
    },
  )
}

/**
 * Which of some uploaded files still wait for a message. From now on they belong to this conversation's
 * draft.
 */
export async function waitingUploads(input: { conversationId: string; uploadIds: string[] }) {
  return runAction(
    conversationId.extend({ uploadIds: z.array(idSchema).max(limits.message.maxAttachments) }),
    input,
    ({ db, ownerId }, { conversationId, uploadIds }) => moveUploads(db, ownerId, conversationId, uploadIds),
  )
}
