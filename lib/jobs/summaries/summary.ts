import { backgroundOf, commitCalls } from '@/lib/agent/step/ledger'
import { isOfflineTurn } from '@/lib/agent/turn-marks'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { sourcesOf } from '@/lib/db/forget/derived'
import { answerersOf } from '@/lib/db/memory/outside'
import { finishJobOps, IMPORTED_SUMMARY } from '@/lib/db/turns/jobs'
import { readBy, shownWork, type Work } from '@/lib/db/turns/shown-steps'
import { importedMessages } from '@/lib/db/turns/turn-dto'
import { isForgotten, type Turn, turnOptions, turnPath } from '@/lib/db/turns/turns'
import { rollUpChoices, rollUpExtractively } from '@/lib/heuristics/roll-up'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { type DueRollUp, dueRollUps, rollUpOps } from '@/lib/memory/summaries/roll-up'
import { modelSummaryOps } from '@/lib/memory/summaries/summaries'
import * as rollUpPrompt from '@/lib/prompts/rollup-summary'
import * as prompt from '@/lib/prompts/turn-summary'
import { loadSettings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { distinctSources } from '@/lib/shared/memory/source'
import { attachmentsOf } from '@/lib/shared/schemas'
import { speakersOf } from '@/lib/shared/speakers'
import { truncated } from '@/lib/shared/truncated'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { summaryWithImages, withImageLines } from '@/lib/shared/turn/images'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { askModel, hasModel } from '../ask-model'
import { endJob, type JobKind, keyOfAttempt, turnJob } from '../kind'

/**
 * Summarises a turn by itself, thinking and action together. If the call fails, the deterministic summary
 * stays, marked as a fallback; that of an imported turn is tried again later instead.
 */
export const summarise = turnJob(async (deps, job, turn, signal) => {
  if (isForgotten(turn)) return endJob(deps, job)
  const work = await shownWork(deps.db, turn.ownerId, turn)
  const input = await summaryInput(deps, turn, work)
  const sources = distinctSources(readBy(work))
  const mustSucceed = job.kind === IMPORTED_SUMMARY
  const about = { turn, phase: 'summarise' as const, sources, signal, mustSucceed }
  // A turn that is summarised again may be the built-in engine's, which no job sends.
  const { value, call } = hasModel(deps, turn)
    ? await askModel(deps, prompt, input, about)
    : { value: null, call: null }
  if (call && !value) {
    const reason = call.result.error?.message ?? 'unusable reply'
    deps.log('a summary fell back', { turnId: turn.id, reason })
  }
  const text = summaryWithImages(value ?? summariseExtractively(input), attachmentsOf(turn))
  const status = value ? 'model' : call ? 'fallback' : 'extractive'
  await commitCalls(deps, call ? [call] : [], async () => [
    ...finishJobOps(deps.db, job),
    ...(await modelSummaryOps(deps.db, job.ownerId, turn.id, text, deps.countTokens, status)),
  ])
})

export async function summaryInput({ db }: Pick<AgentDeps, 'db'>, turn: Turn, work: readonly Work[]) {
  const messages = importedMessages(turn)
  const answerer = messages?.length
    ? (await answerersOf(db, turn.ownerId, [turn.conversationId])).get(turn.conversationId)
    : undefined
  return {
    number: turn.number,
    userText: withImageLines(turn.userText, attachmentsOf(turn)),
    answer: withoutMarks(turn.answer),
    ...(messages?.length
      ? { speakers: { ...(answerer ? { assistant: answerer } : {}), ...speakersOf(messages) } }
      : {}),
    thoughts: work.filter((step) => step.phase === 'think').map((step) => step.text),
    tools: work
      .flatMap((step) => step.tools)
      // Recalled text is already summarised with its own turn.
      .filter((tool) => !isMemoryTool(tool.name))
      .map((tool) => ({ ...tool, result: truncated(tool.result, limits.prompt.toolResultChars) })),
  }
}

/**
 * A better summary of an imported turn, on request. The deterministic one stays until a model has written
 * another.
 */
export const importedSummary: JobKind = {
  name: IMPORTED_SUMMARY,
  priority: 'background',
  run: (deps, job, signal) =>
    deps.models.describe('utility').offline ? endJob(deps, job) : summarise(deps, job, signal),
}

/** Rolls up summaries level by level once enough are uncovered. Each roll-up is its own transaction. */
export const rollUp: JobKind = {
  name: 'roll-up',
  // A group is complete every `rollUpEvery` turns. One turn later the model's summary of its last turn exists
  // too.
  after: (end) => (end.turn.number % end.rollUpEvery <= 1 ? keyOfAttempt(end) : null),
  run: turnJob(async (deps, job, turn, signal) => {
    const { db } = deps
    const every = (await loadSettings(db, job.ownerId, null)).get('rollUp.every').value
    const path = await turnPath(db, job.ownerId, turn.id)
    const due = () => dueRollUps(db, job.ownerId, path, every)
    for (let level = await due(); level.length; level = await due())
      for (const one of level) {
        // The retry of this job makes the rest.
        if (signal.aborted) throw new Error('the roll-ups were cut short')
        await make(deps, turn, one, signal)
      }
    await endJob(deps, job)
  }),
}

async function make(deps: AgentDeps, turn: Turn, due: DueRollUp, signal: AbortSignal): Promise<void> {
  const { db, models, runtime, countTokens } = deps
  const items = due.sources.map(({ from, to, text, insights }) => ({ from, to, summary: text, insights }))
  const ops = (text: { summary: string; insights: string[] }, status: 'extractive' | 'model' | 'fallback') =>
    rollUpOps(db, turn.ownerId, turn.conversationId, due, text, status, { runtime, countTokens })
  if (models.describe('utility').offline || (await isHeldBack(deps, turn.ownerId, due)))
    return void (await db.$transaction(await ops(rollUpExtractively(items), 'extractive')))
  const shown = items.map(({ summary, insights, ...range }) => ({
    ...range,
    text: `${summary}\nInsights: ${insights.join('; ')}`,
  }))
  const input = { from: due.from, to: due.to, items: shown }
  const sources = due.sources.map(({ id }) => ({ kind: 'summary', id }) as const)
  const about = { turn, phase: 'roll-up', sources, signal } as const
  const { value, call } = await askModel(deps, rollUpPrompt, input, about)
  if (value) return commitCalls(deps, [call], () => ops(value, 'model'))
  const embedded = await embedChoices(deps, turn, rollUpChoices(items), signal)
  const text = rollUpExtractively(items, embedded?.vectors)
  await commitCalls(deps, embedded ? [call, embedded.call] : [call], () => ops(text, 'fallback'))
}

/** Whether it covers a turn of the built-in engine, which no job may send. */
async function isHeldBack({ db }: AgentDeps, ownerId: string, { sources }: DueRollUp): Promise<boolean> {
  const ids = sources.map(({ id }) => id)
  const turnIds = await sourcesOf(db, ownerId, 'summary', ids)
  return (await turnOptions(db, ownerId, turnIds)).some(isOfflineTurn)
}

/** Vectors of the sentences, from a service that may embed though its model failed. */
async function embedChoices(deps: AgentDeps, turn: Turn, texts: string[], signal: AbortSignal) {
  const { embedder } = deps.models
  const { batch, jobTimeoutMs: timeoutMs, jobRetries: retries } = limits.dense
  if (!embedder || texts.length < 2 || texts.length > batch) return null
  const startedAt = deps.runtime.now()
  const embedded = await embedder.embed(texts, { signal, timeoutMs, retries })
  return { vectors: embedded.vectors, call: backgroundOf(deps, turn, embedder, texts, embedded, startedAt) }
}
