import { searchMemory } from '@/lib/memory/search/search'
import { memorySearchSchema, searchOf } from '@/lib/shared/memory/search'
import { refusal } from '../../guard'
import { invalidAddress, UNCOMPRESSED } from '../failed'
import { owned } from '../owned'

export const dynamic = 'force-dynamic'

/**
 * Searches the requester's memory. A route rather than an action, because actions queue up and cannot be
 * aborted. proxy.ts does not cover it, so it guards itself.
 */
export const GET = async (request: Request) => refusal(request) ?? search(request)

const search = owned(async ({ db, ownerId }, request) => {
  const query = memorySearchSchema.safeParse(searchOf(new URL(request.url).searchParams))
  if (!query.success) throw invalidAddress()
  return Response.json(await searchMemory(db, ownerId, query.data), { headers: UNCOMPRESSED })
}, UNCOMPRESSED)
