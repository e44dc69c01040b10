import { searchMemory } from '@/lib/memory/search/search'
import { memorySearchSchema, searchOf } from '@/lib/shared/memory/search'
import { refusal } from '../../guard'
import { session } from '../../session'
import { failed, invalidAddress, UNCOMPRESSED } from '../failed'

export const dynamic = 'force-dynamic'

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
    if (!query.success) throw invalidAddress()
    return Response.json(await searchMemory(db, ownerId, query.data), { headers: UNCOMPRESSED })
  } catch (error) {
    return failed(error, request, UNCOMPRESSED)
  }
}
