import { z } from 'zod'
import { failed, type MemorySearched, memoryTool, type ToolEnd } from '@/lib/agent/tools/tool'
import { passageSources, recallMemory, recallText, sceneOf } from '@/lib/memory/recall/recall-memory'
import type { MemoryContext, Scene } from '@/lib/memory/recall/recall-query'
import { limits } from '@/lib/shared/limits'
import { idSchema, type RecallRequest, type RecallSearch, recallRequestSchema } from '@/lib/shared/schemas'
import { foreignText } from '@/lib/shared/text'
import { daysIn } from '@/lib/shared/time/day'
import { searchRangeOf, type TimeRange } from '@/lib/shared/time/time-range'

const { keywordChars, hits: MOST } = limits.recall
export const queryArgument = z.string().trim().min(1).max(keywordChars)
export const timeRangeArgument = z
  .string()
  .max(keywordChars)
  .optional()
  .describe('last_7_days, 2026-03-01/2026-03-31, "last spring"')
export const searchArguments = z.object({
  query: queryArgument,
  time_range: timeRangeArgument,
  limit: z.int().min(1).max(MOST).optional(),
})

/** A memory tool with a `time_range`; `range` = null if the model named none. */
export const timedTool = <S extends z.ZodObject<{ time_range: typeof timeRangeArgument }>>(
  spec: Parameters<typeof memoryTool<S>>[0],
  act: (args: z.output<S>, memory: MemoryContext, range: TimeRange | null) => Promise<ToolEnd>,
) =>
  memoryTool<S>(spec, async (args, memory) => {
    const { range, problem } = rangeOf(args.time_range, memory)
    return problem ? failed(problem) : act(args, memory, range)
  })

/** A range named by a model: null if it named none; `problem` tells the model what to write instead. */
export function rangeOf(
  text: string | undefined,
  { now, zone }: MemoryContext,
): { range: TimeRange | null; problem?: string } {
  if (!text?.trim()) return { range: null }
  const range = searchRangeOf(text, now(), zone)
  if (range) return { range }
  return {
    range: null,
    problem: `"${text}" names no time. Write last_7_days, 7_to_14_days_ago, an interval such as 2026-03-01/2026-03-31, or words such as "last spring".`,
  }
}

type Sought = { query?: string | undefined; range?: TimeRange | null } & Pick<
  RecallSearch,
  'kinds' | 'conversationId' | 'contextIds'
>
export const requestFor = ({ query, range, ...more }: Sought): RecallSearch => ({
  ...(query ? { keywords: [query] } : {}),
  ...(range ? { from: range.from.toISOString(), to: range.to.toISOString() } : {}),
  ...more,
})

export async function searchFor(
  memory: MemoryContext,
  { limit, title, ...sought }: Sought & { limit?: number | undefined; title?: string },
): Promise<MemorySearched> {
  const request = requestFor(sought)
  const found = await recallMemory({ ...memory, limit: limit ?? memory.limit }, request)
  return { request, found, ...(title ? { title } : {}) }
}

/**
 * What a tool that searched memory answers. In a turn, passages that were shown before are left out of it.
 */
export const searched = (memory: MemoryContext, recalled: MemorySearched[], lead = ''): ToolEnd => ({
  ok: true,
  result: searchText(recalled, lead, sceneOf(memory)),
  sources: recalled.flatMap(({ found }) =>
    found.passages.flatMap((passage) => [
      ...passageSources(passage),
      ...(memory.nowOf?.(passage)?.sources ?? []),
    ]),
  ),
  recalled,
  ...(lead ? { lead } : {}),
})

/** The lead, then each search under its title. */
export const searchText = (
  recalled: readonly MemorySearched[],
  lead: string | undefined,
  scene: Scene,
): string =>
  [lead, ...recalled.map(({ title, found }) => [title, recallText(found, scene)].filter(Boolean).join('\n'))]
    .filter(Boolean)
    .join('\n\n')

/** `2026-03-01 to 2026-05-31`, in the reader's zone. */
export function rangeInWords({ from, to }: TimeRange, { zone }: MemoryContext): string {
  const day = daysIn(zone)
  const [first, last] = [day(from.getTime()), day(to.getTime() - 1)]
  return first === last ? first : `${first} to ${last}`
}

export const rangeLine = (range: TimeRange | null, memory: MemoryContext) =>
  range ? `Searched ${rangeInWords(range, memory)}.` : ''

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

export const searchMemories = timedTool(
  {
    name: 'search_memories',
    aliases: ['search_specific_memories'],
    description: 'Finds the earlier turns that match a query best, in all conversations or that of an id.',
    inputSchema: searchArguments.extend({ conversation: idSchema.optional() }),
  },
  async ({ query, conversation, limit }, memory, range) => {
    const one = await searchFor(memory, {
      query,
      range,
      limit,
      kinds: 'turns',
      ...(conversation === undefined
        ? {}
        : { conversationId: memory.labels?.turnOf?.(conversation)?.conversationId ?? conversation }),
    })
    return searched(memory, [one], rangeLine(range, memory))
  },
)
