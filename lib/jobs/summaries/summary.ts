import { cutResult } from '@/lib/agent/prompt/tool-text'
import { commitCall } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { answerersOf } from '@/lib/db/memory/outside'
import { finishJobOps } from '@/lib/db/turns/jobs'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { toolUses } from '@/lib/db/turns/turn-texts'
import type { Turn } from '@/lib/db/turns/turns'
import { modelSummaryOps } from '@/lib/memory/summaries/summaries'
import { summariseExtractively } from '@/lib/model/offline/fallbacks'
import * as prompt from '@/lib/prompts/turn-summary'
import { limits } from '@/lib/shared/limits'
import { distinctSources } from '@/lib/shared/memory/source'
import { speakersOf } from '@/lib/shared/speakers'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { askModel } from '../ask-model'
import { type JobKind, keyOfAttempt } from '../kind'
import { endJob, turnJob } from '../turn-job'

/**
 * One call summarises a turn, thinking and action together. If it fails, the deterministic summary stays,
 * marked as a fallback.
 */
export const summary: JobKind = {
  name: 'summary',
  after: (end) => (end.offline || !end.thought ? null : keyOfAttempt(end)),
  run: summarise({ mustSucceed: false }),
}

/** Summarises a turn with a model. `mustSucceed` = retry a failed call later instead of falling back. */
export function summarise({ mustSucceed }: { mustSucceed: boolean }) {
  return turnJob(async (deps, job, turn, signal) => {
    const input = await summaryInput(deps, turn)
    if (!input) return endJob(deps, job)
    const used = (await toolUses(deps.db, job.ownerId, [turn])).get(turn.id) ?? []
    const sources = distinctSources(used.flatMap((tool) => tool.sources ?? []))
    const about = { turn, phase: 'summarise' as const, sources, signal, mustSucceed }
    const { value, call } = await askModel(deps, prompt, input, about)
    if (!value) {
      const reason = call.result.error?.message ?? 'unusable reply'
      deps.log('a summary fell back', { turnId: turn.id, reason })
    }
    const text = value ?? summariseExtractively(input)
    const status = value ? 'model' : 'fallback'
    await commitCall(deps, call, async () => [
      ...finishJobOps(deps.db, job),
      ...(await modelSummaryOps(deps.db, job.ownerId, turn.id, text, deps.countTokens, status)),
    ])
  })
}

async function summaryInput({ db }: AgentDeps, turn: Turn) {
  const [dto] = await turnDtos(db, turn.ownerId, [turn])
  if (!dto) return null
  const answerer = dto.messages
    ? (await answerersOf(db, turn.ownerId, [turn.conversationId])).get(turn.conversationId)
    : undefined
  return {
    number: turn.number,
    userText: turn.userText,
    answer: turn.answer,
    ...(dto.messages
      ? { speakers: { ...(answerer ? { assistant: answerer } : {}), ...speakersOf(dto.messages) } }
      : {}),
    thoughts: dto.steps.filter((step) => step.phase === 'think').map((step) => step.text),
    tools: dto.steps
      .flatMap((step) => step.tools)
      // Recalled text is already summarised with its own turn.
      .filter((tool) => !isMemoryTool(tool.name))
      .map((tool) => ({ ...tool, result: cutResult(tool.result, limits.prompt.toolResultChars) })),
  }
}
