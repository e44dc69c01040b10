import { storeUploads, tooLargeTogether } from '@/lib/services/turns/uploads'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { idSchema } from '@/lib/shared/schemas'
import { owned } from '../owned'

/** Uploads files for the next message of a conversation (multipart: conversationId, file …). */
export const POST = owned(async (current, request) => {
  const length = Number(request.headers.get('content-length'))
  if (!Number.isFinite(length) || length <= 0)
    throw new MnemeError('invalid', 'The upload has no Content-Length header.')
  if (length > limits.workspace.totalBytes + 1_000_000) throw tooLargeTogether()
  const form = await request.formData().catch(() => {
    throw new MnemeError('invalid', 'The upload was incomplete.', 'Try again.')
  })
  const conversationId = idSchema.safeParse(form.get('conversationId'))
  const files = form.getAll('file').filter((entry): entry is File => entry instanceof File)
  if (!conversationId.success || files.length === 0)
    throw new MnemeError('invalid', 'Choose at least one file.')
  return Response.json({ uploads: await storeUploads(current, conversationId.data, files) })
})
