import { z } from 'zod'
import type { Searched, ToolEnd } from '@/lib/agent/tools/tool'
import { searchRangeOf, type TimeRange } from '@/lib/base/time/time-range'
import type { MemoryContext } from '@/lib/memory/recall/memory-context'
import { recallMemory, recallText, sceneOf, sourcesOf } from '@/lib/memory/recall/recall-memory'
import { limits } from '@/lib/shared/limits'
import type { RecallSearch } from '@/lib/shared/schemas'

const { keywordChars, hits: MOST } = limits.recall
export const queryArgument = z.string().trim().min(1).max(keywordChars)
export const timeRangeArgument = z
  .string()
  .max(keywordChars)
  .optional()
  .describe('last_7_days, 7_to_14_days_ago, 2026-03-01/2026-03-31, "last spring"')
export const limitArgument = z.int().min(1).max(MOST).optional()

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

/** One search of memory. */
export async function searchFor(
  memory: MemoryContext,
  {
    query,
    range,
    limit,
    title,
    ...more
  }: {
    query?: string
    range?: TimeRange | null
    limit?: number | undefined
    title?: string
  } & Pick<RecallSearch, 'kinds' | 'conversationId' | 'contextIds'>,
): Promise<Searched> {
  const request: RecallSearch = {
    ...(query === undefined ? {} : { keywords: [query] }),
    ...(range ? { from: range.from.toISOString(), to: range.to.toISOString() } : {}),
    ...more,
  }
  const found = await recallMemory({ ...memory, limit: limit ?? memory.limit }, request)
  return { request, found, ...(title ? { title } : {}) }
}

/** What a tool that searched memory answers. In a turn, passages that were shown before are left out of it. */
export function searched(memory: MemoryContext, recalled: Searched[], lead = ''): ToolEnd {
  const texts = recalled.map(({ title, found }) =>
    [title, recallText(found, found.passages, sceneOf(memory))].filter(Boolean).join('\n'),
  )
  return {
    ok: true,
    result: [lead, ...texts].filter(Boolean).join('\n\n'),
    sources: recalled.flatMap(({ found }) => found.passages.flatMap(sourcesOf)),
    recalled,
    ...(lead ? { lead } : {}),
  }
}

/** `2026-03-01 to 2026-05-31`, in the reader's zone. */
export function rangeInWords({ from, to }: TimeRange, { zone }: MemoryContext): string {
  const day = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
  const [first, last] = [day(from.getTime()), day(to.getTime() - 1)]
  return first === last ? first : `${first} to ${last}`
}
