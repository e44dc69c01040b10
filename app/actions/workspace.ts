'use server'

import { z } from 'zod'
import * as files from '@/lib/db/files/workspace'
import * as view from '@/lib/services/turns/workspace'
import { limits } from '@/lib/shared/limits'
import { idSchema } from '@/lib/shared/schemas'
import { textSchema } from '@/lib/shared/text'
import { action } from './action'

const conversationId = z.strictObject({ conversationId: idSchema })

/** The workspace after a turn; by default after the newest turn of the active path. */
export const loadWorkspace = action(
  conversationId.extend({ turnId: idSchema.optional() }),
  view.loadWorkspace,
)

export const readWorkspaceFile = action(
  conversationId.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  view.readFile,
)

export const fileVersions = action(
  conversationId.extend({ path: textSchema(limits.workspace.pathChars).min(1) }),
  view.fileVersions,
)

export const removeUpload = action(
  z.strictObject({ uploadId: idSchema }),
  async ({ db, ownerId, runtime }, { uploadId }) => {
    await files.removeUpload(db, ownerId, uploadId, runtime.now())
    return null
  },
)

/**
 * Which of some uploaded files still wait for a message. From now on they belong to this conversation's
 * draft.
 */
export const waitingUploads = action(
  conversationId.extend({ uploadIds: z.array(idSchema).max(limits.message.maxAttachments) }),
  ({ db, ownerId }, { conversationId, uploadIds }) =>
    files.moveUploads(db, ownerId, conversationId, uploadIds),
)
