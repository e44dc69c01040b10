import { z } from 'zod'
import { memoryTool } from '@/lib/agent/tools/tool'
import type { MemoryContext } from '@/lib/memory/recall/memory-context'
import { recallMemory } from '@/lib/memory/recall/recall-memory'
import { limits } from '@/lib/shared/limits'
import { type RecallRequest, recallRequestSchema } from '@/lib/shared/schemas'
import { foreignText } from '@/lib/shared/text'
import { searched } from './searched'

export const recallContext = memoryTool(
  {
    name: 'recall_context',
    description: 'Shows earlier turns whole by ids such as t7 or b2, or what keywords match best.',
    inputSchema: z.object({
      ids: z.array(foreignText(120)).max(limits.recall.maxTurnNumbers).optional(),
      keywords: recallRequestSchema.shape.keywords,
    }),
  },
  async ({ ids = [], keywords }, memory) => {
    const request = { ...turnsOf(ids, memory), ...(keywords ? { keywords } : {}) }
    return searched(memory, [{ request, found: await recallMemory(memory, request) }])
  },
)

/** The turns of labels. Numbers of turns of this conversation and ids of contexts are understood too. */
function turnsOf(ids: readonly string[], { labels, scope }: MemoryContext): RecallRequest {
  const turnNumbers: number[] = []
  const contextIds: string[] = []
  for (const given of ids) {
    const id = given.replace(/^\[?(?:turn *)?|\]$/gi, '')
    const turn = labels?.turnOf?.(id)
    if (turn && turn.conversationId === scope.conversation?.id) turnNumbers.push(turn.number)
    else if (/^\d+$/.test(id)) turnNumbers.push(Number(id))
    else contextIds.push(turn?.turnId ?? id)
  }
  return { ...(turnNumbers.length ? { turnNumbers } : {}), ...(contextIds.length ? { contextIds } : {}) }
}
