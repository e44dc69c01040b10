import { z } from 'zod'
import { getConversation } from '@/lib/db/turns/conversations'
import { countTokens } from '@/lib/model/tokens'
import { sharedStrategies } from '@/lib/services/shared-strategies'
import { domainSchema, idSchema } from '@/lib/shared/schemas'
import { EXPORT_KINDS } from '@/lib/shared/transfer'
import { exportStream } from '@/lib/transfer/export'
import { seedStream } from '@/lib/transfer/seed-export'
import { type Session, session } from '../../session'
import { failed, invalidAddress } from '../failed'
import { attachment, exportName } from './file-name'

export const dynamic = 'force-dynamic'

const askedSchema = z.object({
  format: z.enum(EXPORT_KINDS).default('mneme'),
  conversation: idSchema.optional(),
  domain: domainSchema.optional(),
})

type Download = { name: string; chunks: AsyncGenerator<string> }
async function downloadOf(who: Session, asked: z.infer<typeof askedSchema>): Promise<Download> {
  const { db, ownerId, runtime } = who
  const { format, conversation: id, domain } = asked
  const now = runtime.now()
  if (format === 'strategies') {
    const name = exportName(domain ? `strategies ${domain}` : 'strategies', now)
    return { name, chunks: jsonOf(await sharedStrategies(who, domain ?? null)) }
  }
  const conversation = id === undefined ? null : await getConversation(db, ownerId, id)
  const name = exportName(conversation?.title ?? null, now)
  return {
    name,
    chunks:
      format === 'seed'
        ? seedStream({ db, ownerId, runtime, countTokens }, conversation?.id)
        : exportStream(db, ownerId, {
            exportedAt: now,
            ...(conversation ? { conversationId: conversation.id } : {}),
          }),
  }
}
async function* jsonOf(value: object): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`
}

/**
 * The requester's whole memory, or the conversation in `?conversation=ID`, as a download. `format=seed` = contexts
 * and summaries alone; `format=strategies` = strategies for other installations, of `domain` or of all.
 */
export async function GET(request: Request) {
  try {
    const who = await session()
    const asked = askedSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!asked.success) throw invalidAddress()
    const { name, chunks } = await downloadOf(who, asked.data)
    // An early failure is an ordinary response. A later one aborts the download, so that half a file never
    // looks complete.
    let next = await chunks.next()
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (next.done) return controller.close()
        controller.enqueue(encoder.encode(next.value))
        next = await chunks.next()
      },
      cancel: async () => void (await chunks.return(undefined)),
    })
    return new Response(body, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': attachment(name),
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    return failed(error)
  }
}
