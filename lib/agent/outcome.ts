import { putBlobs } from '@/lib/db/engine/blobs'
import { touchOps } from '@/lib/db/files/workspace'
import { usedOps } from '@/lib/db/learning/uses/uses'
import { citationOps } from '@/lib/db/turns/citations'
import { jobOps } from '@/lib/db/turns/jobs'
import type { Turn } from '@/lib/db/turns/turns'
import { buildContext, type Call, contextOps } from '@/lib/memory/context/context'
import { summaryOps } from '@/lib/memory/summaries/summaries'
import { breath } from '@/lib/shared/breath'
import type { Failure } from '@/lib/shared/errors'
import { each } from '@/lib/shared/pick'
import { attachmentsOf } from '@/lib/shared/schemas'
import { summaryWithImages, withImageLines } from '@/lib/shared/turn/images'
import { answerIn } from '@/lib/shared/turn/live'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { strategiesUsed } from './gather/strategies'
import { citationsOf } from './prompt/citations'
import { embedRows } from './step/ledger'
import type { ReflectiveThinkingProcessor } from './thinking'
import type { AgentDeps, TurnOutcome, TurnState } from './turn-state'
import type { Workspace } from './workspace/workspace'

type Memory = {
  turn: Turn
  answer: string
  tools: Call[]
  summarise(): { summary: string; insights: string[] }
  workspace: Workspace
  /** How many summaries make one roll-up. */
  rollUpEvery: number
}

/**
 * What every ended turn leaves in memory: its context, summary and file changes, and the jobs that follow.
 */
export function memoryWrites(deps: AgentDeps, memory: Memory): Pick<TurnOutcome, 'tokens' | 'writes'> {
  const { db, countTokens, runtime } = deps
  const { turn, answer, tools, workspace, rollUpEvery } = memory
  const { ownerId } = turn
  const attachments = attachmentsOf(turn)
  const built = buildContext({
    turnId: turn.id,
    conversationId: turn.conversationId,
    number: turn.number,
    userText: withImageLines(turn.userText, attachments),
    ...{ answer, tools, countTokens, tree: workspace.tree(), touched: workspace.touched() },
  })
  const tokensOf = (used: Memory['tools']) => used.reduce((sum, { result }) => sum + countTokens(result), 0)
  const now = runtime.now()
  const [blobs, touches] = [workspace.newBlobs(), workspace.touches()]
  const jobs = deps
    .jobsAfter({ turn, rollUpEvery, embeds: Boolean(deps.models.embedder) })
    .map((job) => ({ ...job, id: runtime.id('job'), payload: { turnId: turn.id } }))
  return {
    tokens: {
      answerTokens: countTokens(answer),
      toolTokens: tokensOf(tools),
      recalledTokens: tokensOf(tools.filter(({ name }) => isMemoryTool(name))),
      contextTokens: built.tokens,
    },
    writes: () => [
      ...putBlobs(db, ownerId, blobs, now),
      ...contextOps(db, ownerId, built, now),
      ...summaryOps(db, ownerId, {
        turn: { ...turn, answer },
        contextId: built.id,
        summarise: () => summaryWithImages(memory.summarise(), attachments),
        countTokens,
      }),
      ...touchOps(db, ownerId, turn.id, touches),
      ...jobOps(db, ownerId, jobs, now),
    ],
  }
}

/** No call took its message, so no later turn of plain chat would repeat it. */
const neverSent = ({ steps, tools }: TurnState, error: Failure | null) =>
  error?.code === 'provider_context' && tools.length === 0 && steps.every(({ text }) => text === '')

/** How a turn ended here, and everything that is written with its end. */
export async function outcomeOf(
  state: TurnState,
  thinking: ReflectiveThinkingProcessor,
  status: 'completed' | 'stopped' | 'failed',
  error: Failure | null,
): Promise<TurnOutcome> {
  const { workspace, run, deps } = state
  const answer = answerIn(state.steps)
  await breath()
  const citations = await citationsOf(state, answer).catch((problem: unknown) => {
    deps.log('citations could not be read', { turnId: run.turn.id, error: String(problem) })
    return []
  })
  const memory = memoryWrites(deps, {
    ...{ turn: run.turn, answer, tools: state.tools, workspace },
    rollUpEvery: state.settings.get('rollUp.every').value,
    summarise: () => thinking.generateContextSummary(answer),
  })
  const embedding = embedRows(state)
  const used = strategiesUsed(state, answer)
  const at = deps.runtime.now()
  return {
    status,
    answer,
    error,
    ...memory,
    tokens: neverSent(state, error)
      ? each('userTokens answerTokens toolTokens recalledTokens contextTokens', 0)
      : { ...memory.tokens, userTokens: deps.countTokens(run.turn.userText) },
    writes: () => [
      ...state.unsaved.flatMap((write) => write()),
      ...embedding(),
      ...citationOps(deps.db, run.turn.id, citations),
      ...usedOps(deps.db, run.turn.ownerId, run.turn.id, used, at),
      ...memory.writes(),
    ],
  }
}
