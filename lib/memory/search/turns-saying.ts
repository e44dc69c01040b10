import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { ALL_BRANCHES, memorySearchSchema } from '@/lib/shared/memory/search'
import { findIn } from './search'
import { read } from './search-readers'
import { parseSearch } from './search-text'

/**
 * Ids of turns of these conversations, on any branch, of which the message, the answer or the summary holds every
 * word of a text in any form: what the search page finds, without hits that hold only some of the words.
 */
export async function turnsSaying(
  db: Db,
  ownerId: string,
  input: string,
  conversationIds: readonly string[],
  most: number,
): Promise<string[]> {
  const text = parseSearch(input)
  if (text.words.length === 0) return []
  const here = new Set(conversationIds)
  const query = memorySearchSchema.parse({
    ...{ text: input, kinds: ['message', 'summary'] },
    ...(conversationIds.length === 1 ? { conversationId: conversationIds[0] } : {}),
  })
  const rev = await memoryRev(db, ownerId)
  const found = await findIn(db, ownerId, { ...query, branch: ALL_BRANCHES }, text, most, null, { rev })
  const hits = found.hits.filter(({ hit }) => hit.whole && here.has(hit.conversationId))
  const said = await read(db, ownerId, hits)
  const ofOneTurn = said.filter(({ entry }) => entry.fromNumber === entry.turnNumber)
  return [...new Set(ofOneTurn.flatMap(({ entry }) => entry.turnId ?? []))].slice(0, most)
}
