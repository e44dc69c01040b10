import { z } from 'zod'
import { type BlobText, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { asJson, columns, insertOps, ownedBy } from '@/lib/db/engine/rows'
import type { StepDto } from '@/lib/shared/dto'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { type Source, sourcesSchema } from '@/lib/shared/memory/source'
import { each, pick } from '@/lib/shared/pick'
import type { RoundEnd } from '@/lib/shared/schemas'
import type { ToolCall, Usage } from '@/lib/shared/turn/events'

const parts = z
  .array(
    z.object({
      section: z.string(),
      hash: z.string(),
      sources: sourcesSchema.optional(),
      /** The upload of the image that the text names and that was sent with it. */
      image: z.string().optional(),
      /** A further message begins, said by this one. */
      from: z.enum(['user', 'assistant']).optional(),
    }),
  )
  .default([])
const hash = z.string().nullable().default(null)
/**
 * The exact prompt of a step: `system` and `user` are lists of texts by hash, each with what it quotes, joined by
 * a line break within a section and by a blank line between two; `user` has the messages of earlier turns too.
 * The rest is JSON by hash. `results` = what tool results inside the exchanges quote, by
 * their places there; `dropped` = items left out per section; `labels` = ids of the turns that labels name, except
 * for `t7`, which is turn 7 of the path.
 */
export const manifestSchema = z.object({
  system: parts,
  user: parts,
  exchanges: hash,
  results: z.array(z.object({ exchange: z.int(), result: z.int(), sources: sourcesSchema })).default([]),
  tools: hash,
  dropped: z.record(z.string(), z.int()).default({}),
  labels: z.record(z.string(), z.string()).optional(),
})
export type Manifest = z.infer<typeof manifestSchema>
/** Of a step whose prompt is not kept. */
export const NO_PROMPT = manifestSchema.parse({})
export type PromptPart = Manifest['user'][number]
/** Of steps whose manifest names its sources; the start empties others (`lib/db/forget/take-over.ts`). */
export const STEP_FORM = 3

type StepDescription = Omit<StepDto, 'decision' | 'stop' | 'recalls' | 'tools' | 'usage' | 'totalMs'>
export type StepRecord = StepDescription & {
  id: string
  turnId: string
  attempt: number
  role: string
  promptVersion: string
  manifest: Manifest
  blobs: BlobText[]
  decision: (RoundEnd & { stop: string | null }) | null
  error: Failure | null
  usage: Usage
  estInputTokens: number
  estOutputTokens: number
  tries: object[]
  tools: (ToolCall & { resultHash: string; sources?: Source[] })[]
  startedAt: Date
  totalMs: number
}

export const REPORTED = 'inputTokens cachedTokens outputTokens reasoningTokens'
/** What the provider reported of a call; null where it is our estimate. */
export const reportedBy = (usage: Usage) => (usage.estimated ? each(REPORTED, null) : pick(usage, REPORTED))
/** Whether a model read the call: of one that failed before, nothing is reported or estimated. */
export const wasRead = (row: { inputTokens: number | null; estInputTokens: number }) =>
  row.inputTokens !== null || row.estInputTokens > 0
/** Writes for a transaction: the step, its tool calls, its section ledger and its texts. */
export function stepOps(db: Db, ownerId: string, step: StepRecord, now: Date): Batch {
  const { blobs, sections, tools, usage, tries, retries, notices, ...row } = step
  const { id: stepId, turnId } = step
  const told = [
    ...retries.map((notice) => ({ notice, retry: true })),
    ...notices.map((notice) => ({ notice })),
    ...tools.flatMap(({ index, at }) => (at === undefined ? [] : [{ tool: index, at }])),
  ]
  const calls = tools.map(({ args, sources = [], ...call }) => ({
    ...{ ...pick(call, 'id index name ok resultHash ms'), stepId, args: asJson(args ?? {}), sources },
  }))
  const ledger = sections.map(({ section, tokens }) => ({ stepId, section, turnId, ownerId, tokens }))
  const used = { ...reportedBy(usage), costMicros: usage.costMicros }
  return [
    ...putBlobs(db, ownerId, blobs, now),
    ...insertOps(db, 'Step', [{ ...row, ownerId, form: STEP_FORM, log: [...tries, ...told], ...used }]),
    ...insertOps(db, 'ToolCall', calls),
    ...insertOps(db, 'LedgerSection', ledger),
  ]
}

/** The next step index for a job's call, from `limits.firstJobStep`. */
export async function nextStepIndex(db: Db, turnId: string, attempt: number): Promise<number> {
  const { _max } = await db.step.aggregate({ where: { turnId, attempt }, _max: { index: true } })
  return Math.max(_max.index ?? 0, limits.firstJobStep - 1) + 1
}

/** Steps of turns with tools and sections, in order; `attempt` null = every attempt. */
export const stepsOf = (db: Db, ownerId: string, turnIds: string[]) =>
  db.step.findMany({
    where: { ...ownedBy(ownerId), turnId: { in: turnIds } },
    orderBy: [{ attempt: 'asc' }, { index: 'asc' }],
    include: { tools: { orderBy: { index: 'asc' } }, sections: true },
  })
export type StepRow = Awaited<ReturnType<typeof stepsOf>>[number]

/** What each stored step of an attempt said, by index, without the calls of jobs. */
export async function storedSteps(db: Db, turnId: string, attempt: number) {
  const where = { turnId, attempt, index: { lt: limits.firstJobStep } }
  const rows = await db.step.findMany({ where, select: columns('index phase text') })
  return new Map(rows.map(({ index, ...step }) => [index, step]))
}

const storedLog = z.array(z.looseObject({ notice: z.string().optional(), retry: z.boolean().default(false) }))
/** Notices of a call to the person: about its retries, and all others. */
export function toldBy({ log }: Pick<StepRow, 'log'>): Pick<StepDto, 'retries' | 'notices'> {
  const told = storedLog.parse(log)
  const those = (again: boolean) =>
    told.flatMap(({ retry, notice }) => (retry === again ? (notice ?? []) : []))
  return { retries: those(true), notices: those(false) }
}
