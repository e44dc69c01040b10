import { nextRecallIndex, recallOps } from '@/lib/db/memory/recalls'
import { citationOps } from '@/lib/db/turns/citations'
import { turnPlanOps } from '@/lib/db/turns/claims'
import { stepOps, storedSteps } from '@/lib/db/turns/steps'
import { pathBefore, type Turn } from '@/lib/db/turns/turns'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { NO_USAGE } from '@/lib/model/call/usage'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import type { Source } from '@/lib/shared/memory/source'
import { pick } from '@/lib/shared/pick'
import { CHANGING_TOOLS } from '@/lib/shared/turn/changing-tools'
import type { Frame, ToolCall } from '@/lib/shared/turn/events'
import { answerIn, foldEvents } from '@/lib/shared/turn/live'
import { openWorkspace } from './gather/gather'
import { memoryWrites } from './outcome'
import { stepRecord } from './step/ledger'
import { type AgentDeps, roleOf, type TurnOutcome } from './turn-state'

/** The changes of tools are committed with the whole turn. */
const asUnsaved = (tool: ToolCall): ToolCall =>
  tool.ok && CHANGING_TOOLS.has(tool.name)
    ? { ...tool, ok: false, result: 'Not saved: Mneme stopped before this answer ended.' }
    : tool

/** What is known of a reply that was cut off. The built-in engine costs nothing. */
const replyOf = (step: StepDto) => ({
  ...pick(step, 'provider model text reasoning firstMs'),
  calls: step.tools.map(({ id, name, args }) => ({ id, name, args, problem: null })),
  finish: step.finish || 'interrupted',
  error: null,
  usage: step.usage ?? { ...NO_USAGE, estimated: true, costMicros: step.provider === 'offline' ? 0 : null },
  tries: [],
  totalMs: step.totalMs ?? 0,
})

/**
 * Settles a turn whose process died: the event log gives its partial text and the steps that were cut short.
 */
export async function recoverTurn(deps: AgentDeps, turn: Turn, frames: Frame[]): Promise<TurnOutcome> {
  const { db, runtime, countTokens } = deps
  const stored = await storedSteps(db, turn.id, turn.attempt)
  const events = frames.map((frame) => frame.event)
  const folded = foldEvents({ steps: [] as StepDto[] } as TurnDto, events)
  const lost = folded.steps.filter((step) => !stored.has(step.index))
  // A step's row is written before its last frames, so it may hold more than the log.
  const said = [
    ...lost,
    ...[...stored].map(([index, { text, phase }]) => ({ index, text, phase: phase as StepDto['phase'] })),
  ]
  const answer = answerIn(said.sort((a, b) => a.index - b.index))
  const sourcesOf = new Map<string, Source[]>()
  for (const event of events) if (event.type === 'tool') sourcesOf.set(event.call.id, event.sources ?? [])
  const quoting = (tools: ToolCall[]) =>
    tools.map((tool) => ({ ...asUnsaved(tool), sources: sourcesOf.get(tool.id) ?? [] }))
  const tools = folded.steps.flatMap((step) => quoting(step.tools))
  const thoughts = folded.steps.filter((step) => step.phase === 'think').map((step) => step.text)
  // The workspace is the parent's with the attached files.
  const { workspace } = await openWorkspace(deps, turn, await pathBefore(deps.db, turn))
  const memory = memoryWrites(deps, {
    ...{ turn, answer, tools, workspace },
    summarise: () => summariseExtractively({ userText: turn.userText, answer, thoughts, tools }),
    // An earlier roll-up may be stale, so another one is always queued.
    rollUpEvery: 1,
  })
  const now = runtime.now()
  const fence = { turnId: turn.id, ownerId: turn.ownerId, attempt: turn.attempt }
  const firstRecall = await nextRecallIndex(db, turn.ownerId, turn.id)
  const role = roleOf({ enabled: folded.thinking?.enabled ?? false })
  const records = lost.map((step) => ({
    recalls: step.recalls,
    record: stepRecord(
      {
        id: runtime.id('step'),
        turnId: turn.id,
        attempt: turn.attempt,
        ...pick(step, 'index phase round sections retries notices'),
        decision: step.decision && { ...step.decision, stop: step.stop },
        tools: quoting(step.tools),
        ...{ role, startedAt: now },
      },
      replyOf(step),
      countTokens,
    ),
  }))
  return {
    status: 'interrupted',
    answer,
    error: null,
    ...memory,
    writes: () => [
      ...(folded.thinking && folded.window ? turnPlanOps(db, fence, folded.thinking, folded.window) : []),
      ...records.flatMap(({ record }) => stepOps(db, turn.ownerId, record, now)),
      ...records.flatMap(({ record, recalls }, i) =>
        recalls.flatMap((recall, j) =>
          recallOps(db, turn.ownerId, {
            turnId: turn.id,
            stepId: record.id,
            recall: { ...recall, index: firstRecall + i * 100 + j },
            countTokens,
            now,
          }),
        ),
      ),
      ...citationOps(db, turn.id, []),
      ...memory.writes(),
    ],
  }
}
