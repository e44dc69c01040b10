import { getConversation } from '@/lib/db/turns/conversations'
import { idSchema } from '@/lib/shared/schemas'
import { exportStream } from '@/lib/transfer/export'
import { session } from '../../session'
import { failed, invalidAddress } from '../failed'
import { attachment, exportName } from './file-name'

export const dynamic = 'force-dynamic'

/** The requester's whole memory, or the conversation in `?conversation=ID`, as a download. */
export async function GET(request: Request) {
  try {
    const { db, ownerId, runtime } = await session()
    const asked = new URL(request.url).searchParams.get('conversation')
    const id = asked === null ? null : idSchema.safeParse(asked)
    if (id && !id.success) throw invalidAddress()
    const conversation = id ? await getConversation(db, ownerId, id.data) : null
    const chunks = exportStream(db, ownerId, {
      exportedAt: runtime.now(),
      ...(conversation ? { conversationId: conversation.id } : {}),
    })
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
    const name = exportName(conversation?.title ?? null, runtime.now())
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
