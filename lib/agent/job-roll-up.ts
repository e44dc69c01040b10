import { finishJobOps, postponeJob } from '@/lib/db/jobs'
import { turnOfJob, turnPath } from '@/lib/db/turns'
import { type DueRollUp, dueRollUps, rollUpOps } from '@/lib/memory/roll-up'
import { rollUpExtractively } from '@/lib/model/fallbacks'
import * as prompt from '@/lib/prompts/rollup-summary'
import { loadSettings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { commitCall, cutShort } from './background-step'
import { turnPayload } from './job-summary'
import type { RunJob } from './jobs'
import type { AgentDeps } from './turn-state'

/** Rolls summaries up where ten stand uncovered, level by level; each roll-up is one transaction of its own. */
export const rollUpJob: RunJob = async (deps, job, signal) => {
  const { db, runtime } = deps
  const found = await turnOfJob(db, job.ownerId, turnPayload.parse(job.payload).turnId)
  if (found?.held) return postponeJob(db, job, new Date(runtime.now().getTime() + limits.jobs.leaseMs))
  const turn = found?.turn
  if (!turn) return void (await db.$transaction(finishJobOps(db, job)))
  const every = (await loadSettings(db, job.ownerId, null)).get('rollUp.every').value
  const path = await turnPath(db, job.ownerId, turn.id)
  for (
    let due = await dueRollUps(db, job.ownerId, path, every);
    due.length;
    due = await dueRollUps(db, job.ownerId, path, every)
  )
    for (const one of due) {
      // What is left is made when the job is tried again.
      if (signal.aborted) throw new Error('the roll-ups were cut short')
      await make(deps, turn, one, signal)
    }
  await db.$transaction(finishJobOps(db, job))
}

type Owner = { id: string; ownerId: string; attempt: number; conversationId: string }
async function make(deps: AgentDeps, turn: Owner, due: DueRollUp, signal: AbortSignal): Promise<void> {
  const { db, models, runtime, countTokens } = deps
  const items = due.sources.map((source) => ({
    from: source.from,
    to: source.to,
    summary: source.text,
    insights: source.insights,
  }))
  const extract = () => rollUpExtractively(items)
  if (models.describe('utility').offline)
    return void (await db.$transaction(
      await rollUpOps(db, turn.ownerId, turn.conversationId, due, extract(), 'extractive', {
        runtime,
        countTokens,
      }),
    ))
  const built = prompt.build({
    from: due.from,
    to: due.to,
    items: items.map((item) => ({
      from: item.from,
      to: item.to,
      text: `${item.summary}\nInsights: ${item.insights.join('; ')}`,
    })),
  })
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
    phase: 'roll-up' as const,
    promptVersion: prompt.version,
    prompt: built,
    result,
    startedAt,
  }
  if (result.aborted) return cutShort(deps, call)
  await commitCall(deps, call, () =>
    rollUpOps(db, turn.ownerId, turn.conversationId, due, value ?? extract(), value ? 'model' : 'fallback', {
      runtime,
      countTokens,
    }),
  )
}
