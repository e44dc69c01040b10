import { attachmentsOf } from '@/lib/agent/prompt/attachments'
import { commitCalls } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { answerersOf } from '@/lib/db/memory/outside'
import { finishJobOps, IMPORTED_SUMMARY } from '@/lib/db/turns/jobs'
import { readBy, type Work, workOf } from '@/lib/db/turns/shown-steps'
import { messagesOf } from '@/lib/db/turns/turn-dto'
import { isForgotten, type Turn } from '@/lib/db/turns/turns'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { modelSummaryOps } from '@/lib/memory/summaries/summaries'
import * as prompt from '@/lib/prompts/turn-summary'
import { limits } from '@/lib/shared/limits'
import { distinctSources } from '@/lib/shared/memory/source'
import { speakersOf } from '@/lib/shared/speakers'
import { truncated } from '@/lib/shared/truncated'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { summaryWithImages, withImageLines } from '@/lib/shared/turn/images'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { askModel, hasModel } from '../ask-model'
import type { JobKind } from '../kind'
import { endJob, turnJob } from '../turn-job'

/**
 * Summarises a turn by itself, thinking and action together. If the call fails, the deterministic summary
 * stays, marked as a fallback; `mustSucceed` = retry it later instead.
 */
export function summarise({ mustSucceed }: { mustSucceed: boolean }) {
  return turnJob(async (deps, job, turn, signal) => {
    if (isForgotten(turn)) return endJob(deps, job)
    const work = await workOf(deps.db, turn.ownerId, turn)
    const input = await summaryInput(deps, turn, work)
    const sources = distinctSources(readBy(work))
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
}

export async function summaryInput({ db }: Pick<AgentDeps, 'db'>, turn: Turn, work: readonly Work[]) {
  const messages = messagesOf(turn)
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

const withModel = summarise({ mustSucceed: true })

/**
 * A better summary of an imported turn, on request. The deterministic one stays until a model has written
 * another.
 */
export const importedSummary: JobKind = {
  name: IMPORTED_SUMMARY,
  priority: 'background',
  run: (deps, job, signal) =>
    deps.models.describe('utility').offline ? endJob(deps, job) : withModel(deps, job, signal),
}
