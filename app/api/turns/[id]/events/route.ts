import { keptTurn } from '@/lib/db/turns/turns'
import { followTurn } from '@/lib/runtime/follow'
import { cursorSchema, idSchema } from '@/lib/shared/schemas'
import { session } from '../../../../session'
import { failed, invalidAddress } from '../../../failed'

export const dynamic = 'force-dynamic'

/** Follows a turn after a cursor, one chunk per line. Ends when the turn is settled or the reader leaves. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  try {
    const { ownerId, db, follow } = await session()
    const id = idSchema.safeParse((await params).id)
    const after = cursorSchema.nullable().safeParse(new URL(request.url).searchParams.get('after'))
    if (!id.success || !after.success) throw invalidAddress()
    await keptTurn(db, ownerId, id.data)
    const chunks = followTurn(follow, ownerId, id.data, after.data, request.signal)
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
      },
      cancel: async () => void (await chunks.return(undefined)),
    })
    return new Response(body, {
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    })
  } catch (error) {
    return failed(error, request)
  }
}
