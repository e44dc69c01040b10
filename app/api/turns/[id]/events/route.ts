import { createUIMessageStreamResponse } from 'ai'
import { keptTurn } from '@/lib/db/turns/turns'
import { turnStream } from '@/lib/runtime/follow'
import { owned } from '../../../owned'

export const dynamic = 'force-dynamic'

/** Replays and follows a turn as the AI SDK's UI message stream, which a `useChat` can resume. */
export const GET = owned(async ({ ownerId, db, follow }, request, id) => {
  await keptTurn(db, ownerId, id)
  return createUIMessageStreamResponse({
    stream: turnStream(follow, ownerId, id, request.signal),
    headers: { 'cache-control': 'no-store, no-transform' },
  })
})
