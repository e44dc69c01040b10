import { z } from 'zod'
import { getConversation } from '@/lib/db/turns/conversations'
import { countTokens } from '@/lib/model/tokens'
import { idSchema } from '@/lib/shared/schemas'
import { EXPORT_FORMATS } from '@/lib/shared/transfer/transfer'
import { exportStream } from '@/lib/transfer/export'
import { seedStream } from '@/lib/transfer/seed-export'
import { session } from '../../session'
import { download } from '../download'
import { failed, invalidAddress } from '../failed'
import { exportName } from './file-name'

export const dynamic = 'force-dynamic'

const askedSchema = z.object({
  format: z.enum(EXPORT_FORMATS).default('mneme'),
  conversation: idSchema.optional(),
})

/**
 * The requester's whole memory, or the conversation in `?conversation=ID`, as a download. `format=seed` =
 * contexts and summaries alone.
 */
export async function GET(request: Request) {
  try {
    const { db, ownerId, runtime } = await session()
    const asked = askedSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!asked.success) throw invalidAddress()
    const { format, conversation: id } = asked.data
    const conversation = id === undefined ? null : await getConversation(db, ownerId, id)
    const chunks =
      format === 'seed'
        ? seedStream({ db, ownerId, runtime, countTokens }, id)
        : exportStream(db, ownerId, {
            exportedAt: runtime.now(),
            ...(id === undefined ? {} : { conversationId: id }),
          })
    return await download(chunks, exportName(conversation?.title ?? null, runtime.now()), 'application/json')
  } catch (error) {
    return failed(error, request)
  }
}
