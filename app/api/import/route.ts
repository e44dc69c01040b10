import { countTokens } from '@/lib/model/tokens'
import { toFailure } from '@/lib/shared/errors'
import { importStream } from '@/lib/transfer/import'
import { session } from '../../session'
import { declaredLength, wholeBody } from './body'
import { importLines } from './lines'
import { takePlace } from './one-at-a-time'

export const dynamic = 'force-dynamic'
const STATUS = { unauthorised: 401, invalid: 400, too_large: 413, conflict: 409 } as Record<string, number>

/** Takes one file as the body and answers `ImportLine`s while it is read. One import at a time for each person; a reader who goes away cancels it. */
export async function POST(request: Request) {
  try {
    const { db, ownerId, runtime } = await session()
    const bytesTotal = declaredLength(request.headers)
    const onEnd = await takePlace(ownerId)
    const source = wholeBody(request.body, bytesTotal)
    const lines = importLines((onProgress, signal) => importStream(db, ownerId, source, { runtime, countTokens, bytesTotal, signal, onProgress }), {
      gone: request.signal,
      now: () => runtime.now(),
      onEnd,
    })
    return new Response(lines, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' } })
  } catch (error) {
    const failure = toFailure(error)
    return Response.json({ error: failure }, { status: STATUS[failure.code] ?? 500 })
  }
}
