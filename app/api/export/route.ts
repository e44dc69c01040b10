import { z } from 'zod'
import { getConversation } from '@/lib/db/turns/conversations'
import { countTokens } from '@/lib/model/tokens'
import { idSchema } from '@/lib/shared/schemas'
import { EXPORT_FORMATS } from '@/lib/shared/transfer/transfer'
import { exportFile, exportIn } from '@/lib/transfer/export'
import { download } from '../download'
import { invalidAddress } from '../failed'
import { owned } from '../owned'
import { exportName } from './file-name'

export const dynamic = 'force-dynamic'

const askedSchema = z.object({
  format: z.enum(EXPORT_FORMATS).default('mneme'),
  conversation: idSchema.optional(),
})

/**
 * The requester's whole memory, or the conversation in `?conversation=ID`, as a download. `format=seed` =
 * contexts and summaries alone, `format=markdown` = a ZIP of notes.
 */
export const GET = owned(async ({ db, ownerId, runtime }, request) => {
  const asked = askedSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) throw invalidAddress()
  const { format, conversation: id } = asked.data
  const conversation = id === undefined ? null : await getConversation(db, ownerId, id)
  const { extension, type } = exportFile(format)
  return download(
    exportIn(format, { db, ownerId, runtime, countTokens }, id),
    exportName(conversation?.title ?? null, runtime.now(), extension),
    type,
  )
})
