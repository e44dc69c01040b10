import { searchMemory } from '@/lib/memory/search/search'
import { toFailure } from '@/lib/shared/errors'
import { memorySearchSchema, searchOf } from '@/lib/shared/search'
import { refusal } from '../../guard'
import { session } from '../../session'

export const dynamic = 'force-dynamic'
const STATUS = { unauthorised: 401, not_found: 404, invalid: 400 } as Record<string, number>
/** Not compressed: sending a few kilobytes is faster than compressing them. */
const HEADERS = { 'cache-control': 'private, no-store, no-transform' }

/**
 * Searches the requester's memory. A route rather than an action, because actions queue up and cannot be
 * aborted. proxy.ts does not cover it, so it guards itself.
 */
export async function GET(request: Request) {
  const refused = refusal(request)
  if (refused) return refused
  try {
    const { db, ownerId } = await session()
    const query = memorySearchSchema.safeParse(searchOf(new URL(request.url).searchParams))
    if (!query.success)
      return Response.json(
        { error: { code: 'invalid', message: 'This address is not valid.' } },
        { status: 400, headers: HEADERS },
      )
    return Response.json(await searchMemory(db, ownerId, query.data), { headers: HEADERS })
  } catch (error) {
    const failure = toFailure(error)
    return Response.json({ error: failure }, { status: STATUS[failure.code] ?? 500, headers: HEADERS })
  }
}
