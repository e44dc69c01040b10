import { strategyTexts } from '@/lib/db/learning/strategies'
import { emptyIndex } from '@/lib/memory/index/load/data'
import { entryOfText, putEntrySlowly } from '@/lib/memory/index/load/put'
import { rebuilt } from '@/lib/memory/index/rebuilt'
import { strategyTextOf } from './searched-text'

/** An owner's strategies as an index for search. */
export const lessonIndex = rebuilt('lesson-indexes', async (db, ownerId) => {
  const data = emptyIndex('strategy')
  for (const { id, conversationId: scope, turn, createdAt, ...row } of await strategyTexts(db, ownerId)) {
    const { conversationId = scope ?? '', branchId = '', number = 0 } = turn ?? {}
    const entry = { id, conversationId, branchId, number, stamp: null }
    await putEntrySlowly(data, entryOfText(entry, createdAt, strategyTextOf(row)))
  }
  return { data }
})
