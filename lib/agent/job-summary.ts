import { z } from 'zod'
import { finishJobOps, type Job, postponeJob } from '@/lib/db/jobs'
import { answerersOf } from '@/lib/db/outside'
import { turnDtos } from '@/lib/db/turn-dto'
import { turnOfJob } from '@/lib/db/turns'
import { modelSummaryOps } from '@/lib/memory/summaries'
import { summariseExtractively } from '@/lib/model/fallbacks'
import * as prompt from '@/lib/prompts/turn-summary'
import { isMemoryTool } from '@/lib/shared/baselines'
import { limits } from '@/lib/shared/limits'
import { speakersOf } from '@/lib/shared/speakers'
import { commitCall, cutShort } from './background-step'
import type { RunJob } from './jobs'
import { cutResult } from './tool-text'
import type { AgentDeps } from './turn-state'

export const turnPayload = z.object({ turnId: z.string() })

/** One call that summarises a turn, thinking and action together; when it fails, the deterministic summary stays, marked as the fallback. */
export const summaryJob: RunJob = (deps, job, signal) => summarise(deps, job, signal, false)

/** The same for an imported turn. It was asked for, and there is a deterministic summary already: a failing service is tried again later, and without a model all stays as it is. */
export const importedSummaryJob: RunJob = async (deps, job, signal) =>
  deps.models.describe('utility').offline
    ? void (await deps.db.$transaction(finishJobOps(deps.db, job)))
    : summarise(deps, job, signal, true)

async function summarise(deps: AgentDeps, job: Job, signal: AbortSignal, again: boolean): Promise<void> {
  const { db, models, runtime, countTokens } = deps
  const found = await turnOfJob(db, job.ownerId, turnPayload.parse(job.payload).turnId)
  if (found?.held) return postponeJob(db, job, new Date(runtime.now().getTime() + limits.jobs.leaseMs))
  const turn = found?.turn
  const [dto] = turn ? await turnDtos(db, job.ownerId, [turn]) : []
  if (!turn || !dto) return void (await db.$transaction(finishJobOps(db, job)))
  const answerer = dto.messages
    ? (await answerersOf(db, job.ownerId, [turn.conversationId])).get(turn.conversationId)
    : undefined
  const input = {
    number: turn.number,
    userText: turn.userText,
    answer: turn.answer,
    ...(dto.messages
      ? { speakers: { ...(answerer ? { assistant: answerer } : {}), ...speakersOf(dto.messages) } }
      : {}),
    thoughts: dto.steps.filter((step) => step.phase === 'think').map((step) => step.text),
    tools: dto.steps
      .flatMap((step) => step.tools)
      // What was looked up has been summarised with its own turn.
      .filter((tool) => !isMemoryTool(tool.name))
      .map((tool) => ({
        name: tool.name,
        args: tool.args,
        ok: tool.ok,
        result: cutResult(tool.result, limits.prompt.toolResultChars),
      })),
  }
  const built = prompt.build(input)
  const startedAt = runtime.now()
  const { value, result } = await models.structured('utility', {
    ...built,
    name: prompt.name,
    schema: prompt.schema,
    maxOutputTokens: limits.summary.maxOutputTokens,
    temperature: 0,
    signal,
  })
  const call = {
    turn,
    phase: 'summarise' as const,
    promptVersion: prompt.version,
    prompt: built,
    result,
    startedAt,
  }
  if (result.aborted || (again && result.error)) return cutShort(deps, call)
  if (!value)
    deps.log('a summary fell back', { turnId: turn.id, reason: result.error?.message ?? 'unusable reply' })
  const text = value ?? summariseExtractively(input)
  await commitCall(deps, call, async () => [
    ...finishJobOps(db, job),
    ...(await modelSummaryOps(db, job.ownerId, turn.id, text, countTokens, value ? 'model' : 'fallback')),
  ])
}
