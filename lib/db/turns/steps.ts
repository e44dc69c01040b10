import { z } from 'zod'
import { type BlobText, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { asJson, insertOps } from '@/lib/db/engine/insert'
import { ownedBy } from '@/lib/db/engine/owned'
import type { Failure } from '@/lib/shared/errors'
import type { Phase, SectionTokens, ToolCall, Usage } from '@/lib/shared/events'
import type { Decision } from '@/lib/shared/schemas'
import { type Source, sourcesSchema } from '@/lib/shared/source'

const parts = z
  .array(z.object({ section: z.string(), hash: z.string(), sources: sourcesSchema.optional() }))
  .default([])
const hash = z.string().nullable().default(null)
/**
 * The exact prompt of a step: `system` and `user` are lists of texts by hash, joined by a blank line, each
 * with what it quotes; the rest is JSON by hash. `results` = what tool results inside the exchanges quote, by
 * their places there; `dropped` = items left out per section.
 */
export const manifestSchema = z.object({
  system: parts,
  user: parts,
  exchanges: hash,
  results: z.array(z.object({ exchange: z.int(), result: z.int(), sources: sourcesSchema })).default([]),
  tools: hash,
  dropped: z.record(z.string(), z.int()).default({}),
})
export type Manifest = z.infer<typeof manifestSchema>
/** Of a step whose prompt is not kept. */
export const NO_PROMPT: Manifest = {
  system: [],
  user: [],
  exchanges: null,
  results: [],
  tools: null,
  dropped: {},
}
export type PromptPart = Manifest['user'][number]
/**
 * Steps whose manifest names its sources; those of earlier versions are 1 until `lib/db/forget/old-form.ts`
 * reads them.
 */
export const STEP_FORM = 2

export type StepRecord = {
  id: string
  turnId: string
  attempt: number
  index: number
  phase: Phase
  round: number | null
  role: string
  provider: string
  model: string
  promptVersion: string
  manifest: Manifest
  blobs: BlobText[]
  sections: SectionTokens[]
  text: string
  reasoning: string
  decision: (Decision & { stop: string | null }) | null
  /**
   * Why the call was tried again, in words; `notices` = what a person should know about how the step ended.
   */
  retries: string[]
  notices: string[]
  finish: string
  error: Failure | null
  usage: Usage
  estInputTokens: number
  estOutputTokens: number
  tries: object[]
  tools: (ToolCall & { resultHash: string; sources?: Source[] })[]
  startedAt: Date
  firstMs: number | null
  totalMs: number
}

/** Writes for a transaction: the step, its tool calls, its section ledger and its texts. */
export function stepOps(db: Db, ownerId: string, step: StepRecord, now: Date): Batch {
  const { usage } = step
  const reported = (value: number) => (usage.estimated ? null : value)
  return [
    ...putBlobs(db, ownerId, step.blobs, now),
    ...insertOps(db, 'Step', [
      {
        id: step.id,
        ownerId,
        turnId: step.turnId,
        attempt: step.attempt,
        index: step.index,
        phase: step.phase,
        round: step.round,
        role: step.role,
        provider: step.provider,
        model: step.model,
        promptVersion: step.promptVersion,
        manifest: step.manifest,
        form: STEP_FORM,
        text: step.text,
        reasoning: step.reasoning,
        finish: step.finish,
        tries: [
          ...step.tries,
          ...step.retries.map((notice) => ({ notice, retry: true })),
          ...step.notices.map((notice) => ({ notice })),
        ],
        startedAt: step.startedAt,
        firstMs: step.firstMs,
        totalMs: step.totalMs,
        decision: step.decision,
        error: step.error,
        inputTokens: reported(usage.inputTokens),
        cachedTokens: reported(usage.cachedTokens),
        outputTokens: reported(usage.outputTokens),
        reasoningTokens: reported(usage.reasoningTokens),
        estInputTokens: step.estInputTokens,
        estOutputTokens: step.estOutputTokens,
        costMicros: usage.costMicros,
      },
    ]),
    ...insertOps(
      db,
      'ToolCall',
      step.tools.map(({ id, index, name, args, ok, resultHash, sources = [], ms }) => ({
        id,
        stepId: step.id,
        index,
        name,
        args: asJson(args ?? {}),
        ok,
        resultHash,
        sources,
        ms,
      })),
    ),
    ...insertOps(
      db,
      'LedgerSection',
      step.sections.map(({ section, tokens }) => ({
        stepId: step.id,
        section,
        turnId: step.turnId,
        ownerId,
        tokens,
      })),
    ),
  ]
}

/** The next free step index of an attempt: background calls come after the turn's own. */
export async function nextStepIndex(db: Db, turnId: string, attempt: number): Promise<number> {
  const last = await db.step.findFirst({
    where: { turnId, attempt },
    orderBy: { index: 'desc' },
    select: { index: true },
  })
  return (last?.index ?? -1) + 1
}

/** Steps of turns with tools and sections, in order; `attempt` null = every attempt. */
export const stepsOf = (db: Db, ownerId: string, turnIds: string[]) =>
  db.step.findMany({
    where: { ...ownedBy(ownerId), turnId: { in: turnIds } },
    orderBy: [{ attempt: 'asc' }, { index: 'asc' }],
    include: { tools: { orderBy: { index: 'asc' } }, sections: true },
  })
export type StepRow = Awaited<ReturnType<typeof stepsOf>>[number]

/** What each stored think and act step of an attempt said, by index. */
export const storedSteps = async (db: Db, turnId: string, attempt: number) =>
  new Map(
    (
      await db.step.findMany({ where: { turnId, attempt }, select: { index: true, phase: true, text: true } })
    ).map(({ index, ...step }) => [index, step]),
  )
