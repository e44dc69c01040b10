import { blobOf } from '@/lib/db/engine/blobs'
import { changeOps } from '@/lib/db/engine/changes'
import type { Batch } from '@/lib/db/engine/client'
import { retryLost } from '@/lib/db/engine/errors'
import { upkeepCallOps } from '@/lib/db/ledger/upkeep-calls'
import { nextStepIndex, type StepRecord, stepOps } from '@/lib/db/turns/steps'
import { limits } from '@/lib/shared/limits'
import type { AgentDeps, TurnState } from '../turn-state'
import type { Background } from './background'
import { stepRecord } from './step-record'

/** The ledger row of a call outside a turn's own steps. */
export function backgroundRecord(
  deps: Pick<AgentDeps, 'countTokens' | 'runtime'>,
  { turn, phase, promptVersion, prompt, sources = [], role = 'utility', sent, result, startedAt }: Background,
  index: number,
): StepRecord {
  const { countTokens, runtime } = deps
  const system = blobOf(prompt.system, countTokens(prompt.system))
  const user = blobOf(prompt.user, countTokens(prompt.user))
  return stepRecord(
    {
      id: runtime.id('step'),
      turnId: turn.id ?? '',
      attempt: turn.id === null ? 0 : turn.attempt,
      index,
      phase,
      role,
      promptVersion,
      manifest: {
        system: [{ section: 'role', hash: system.hash }],
        user: [{ section: 'task', hash: user.hash, sources }],
        exchanges: null,
        results: [],
        tools: null,
        dropped: {},
      },
      blobs: [system, user],
      sections: [
        { section: 'role', tokens: sent === undefined ? system.tokens : 0 },
        { section: 'task', tokens: sent ?? user.tokens },
      ],
      startedAt,
    },
    result,
    countTokens,
  )
}

/**
 * The ledger rows of a turn's embedding calls. Each call is taken once; its rows may be written again.
 */
export function embedRows(state: Pick<TurnState, 'deps' | 'run' | 'embedCalls' | 'embedded'>): () => Batch {
  const { deps, run } = state
  const records = state.embedCalls
    .splice(0)
    .map((call) => backgroundRecord(deps, call, limits.dense.firstStep + state.embedded++))
  return () => records.flatMap((record) => stepOps(deps.db, run.turn.ownerId, record, deps.runtime.now()))
}

/**
 * The ledger rows of a job's call, on its turn: its prompt and tokens count like all others. Of a call
 * without a turn only the figures are stored.
 */
async function backgroundStepOps(deps: AgentDeps, call: Background, place: number): Promise<Batch> {
  const { db, runtime } = deps
  const { turn } = call
  if (turn.id === null) return upkeepCallOps(db, turn.ownerId, backgroundRecord(deps, call, place))
  const record = backgroundRecord(deps, call, (await nextStepIndex(db, turn.id, turn.attempt)) + place)
  return [
    ...stepOps(db, turn.ownerId, record, runtime.now()),
    ...changeOps(db, turn.ownerId, [{ kind: 'step', refId: turn.id, op: 'put' }]),
  ]
}

/**
 * Writes a call with its outcome. A parallel job of the turn may take the step's number; then it is retried.
 */
export const commitCall = (
  deps: AgentDeps,
  call: Background,
  outcome: () => Batch | Promise<Batch> = () => [],
): Promise<void> => commitCalls(deps, [call], outcome)

/** The same for any number of calls of one turn; `tries` = how often, if other writers are faster. */
export async function commitCalls(
  deps: AgentDeps,
  calls: readonly Background[],
  outcome: () => Batch | Promise<Batch>,
  tries?: number,
): Promise<void> {
  await retryLost(async () => {
    const writes = [...(await outcome())]
    for (const [place, call] of calls.entries()) writes.push(...(await backgroundStepOps(deps, call, place)))
    await deps.db.$transaction(writes)
  }, tries)
}

/**
 * Ends a job whose call was cut short: the call is in the ledger, and the job will run again.
 * @throws always.
 */
export async function cutShort(deps: AgentDeps, call: Background): Promise<never> {
  await commitCall(deps, call)
  throw new Error(`a call of phase ${call.phase} was cut short`)
}
