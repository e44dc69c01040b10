import { createUIMessageStreamResponse } from 'ai'
import { keptTurn } from '@/lib/db/turns/turns'
import { turnStream } from '@/lib/runtime/follow'
import { idSchema } from '@/lib/shared/schemas'
import { session } from '../../../../session'
import { failed, invalidAddress } from '../../../failed'

export const dynamic = 'force-dynamic'

/** Replays and follows a turn as the AI SDK's UI message stream, which a `useChat` can resume. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  try {
    const { ownerId, db, follow } = await session()
    const id = idSchema.safeParse((await params).id)
    if (!id.success) throw invalidAddress()
    await keptTurn(db, ownerId, id.data)
    return createUIMessageStreamResponse({
      stream: turnStream(follow, ownerId, id.data, request.signal),
      headers: { 'cache-control': 'no-store, no-transform' },
    })
  } catch (error) {
    return failed(error, request)
  }
}
