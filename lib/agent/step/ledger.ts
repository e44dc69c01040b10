import type { z } from 'zod'
import { blobOf } from '@/lib/db/engine/blobs'
import { changeOps, memoryRev } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { retryLost } from '@/lib/db/engine/errors'
import { upkeepCallOps } from '@/lib/db/ledger/upkeep-calls'
import { jobState } from '@/lib/db/memory/embeddings'
import { jobOps } from '@/lib/db/turns/jobs'
import { NO_PROMPT, nextStepIndex, type StepRecord, stepOps } from '@/lib/db/turns/steps'
import type { Embedded, Embedder } from '@/lib/model/embed/embedder'
import type { ModelResult } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import type { Source } from '@/lib/shared/memory/source'
import { pick } from '@/lib/shared/pick'
import type { Runtime } from '@/lib/shared/runtime'
import type { ToolCall } from '@/lib/shared/turn/events'
import type { AgentDeps, Background, TurnState } from '../turn-state'

/** What the caller knows about a step. Fields that it omits do not apply. */
type Known = Pick<StepRecord, 'id' | 'turnId' | 'attempt' | 'index' | 'phase' | 'role' | 'startedAt'> &
  Partial<Omit<StepRecord, 'tools'>> & { tools?: (ToolCall & { sources?: Source[] })[] }
type Reply = Omit<ModelResult, 'aborted' | 'finish'> & { finish: string }

/** Whether it failed before a model read any of it, so that nothing was used. */
const isUnread = ({ error, usage }: Pick<Reply, 'error' | 'usage'>) =>
  error !== null && usage.estimated && usage.inputTokens === 0

/** The ledger row of one model call: a step of a turn, a job's call, or the recovery of a lost step. */
export function stepRecord(known: Known, reply: Reply, countTokens: (text: string) => number): StepRecord {
  const { tools = [], blobs = [], sections = [], text = reply.text } = known
  const results = tools.map((tool) => blobOf(tool.result, countTokens(tool.result)))
  const calls = reply.calls.reduce((sum, call) => sum + countTokens(JSON.stringify(call.args ?? '')), 0)
  const { usage } = reply
  const estInputTokens = isUnread(reply) ? 0 : sections.reduce((sum, section) => sum + section.tokens, 0)
  const estOutputTokens = countTokens(reply.text + reply.reasoning) + calls
  return {
    round: null,
    promptVersion: '',
    manifest: NO_PROMPT,
    decision: null,
    retries: [],
    notices: reply.notices ?? [],
    ...known,
    ...pick(reply, 'provider model reasoning finish error tries firstMs totalMs'),
    blobs: [...blobs, ...results],
    sections,
    text,
    // Unreported figures are shown as stored, so that they are the same before and after a reload.
    usage: usage.estimated ? { ...usage, inputTokens: estInputTokens, outputTokens: estOutputTokens } : usage,
    estInputTokens,
    estOutputTokens,
    tools: tools.map((tool, i) => ({ ...tool, resultHash: results[i]?.hash ?? '' })),
  }
}

/** What a prompt file in `lib/prompts` exports for a structured call. */
export type Prompt<Input, T> = {
  name: string
  version: string
  schema: z.ZodType<T>
  build(input: Input): { system: string; user: string }
}
export type Asking = Pick<Background, 'turn' | 'phase' | 'sources'> & {
  signal: AbortSignal
  maxOutputTokens?: number
}

/** One structured call of the utility model. `value` is null when the reply is unusable. */
export async function askUtility<Input, T>(
  deps: AgentDeps,
  { build, name, schema, version }: Prompt<Input, T>,
  input: Input,
  { signal, maxOutputTokens = limits.summary.maxOutputTokens, ...about }: Asking,
): Promise<{ value: T | null; call: Background }> {
  const prompt = build(input)
  const startedAt = deps.runtime.now()
  const form = { name, schema, maxOutputTokens, temperature: 0, signal }
  const { value, result } = await deps.models.structured('utility', { ...prompt, ...form })
  return { value, call: { ...about, promptVersion: version, prompt, result, startedAt } }
}

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
        ...NO_PROMPT,
        system: [{ section: 'role', hash: system.hash }],
        user: [{ section: 'task', hash: user.hash, sources }],
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
 * Writes a turn's calls with their outcome. A parallel job of the turn may take a step's number; then all is
 * tried again, at most `tries` times.
 */
export async function commitCalls(
  deps: AgentDeps,
  calls: readonly Background[],
  outcome: () => Batch | Promise<Batch> = () => [],
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
  await commitCalls(deps, [call])
  throw new Error(`a call of phase ${call.phase} was cut short`)
}

/**
 * Queues a job that embeds everything without a vector, one at a time for each model. `dims` = the length that
 * the vectors should have, if they have another one.
 */
export async function queueEmbedding(
  db: Db,
  runtime: Runtime,
  ownerId: string,
  { space }: Pick<Embedder, 'space'>,
  dims?: number,
): Promise<void> {
  const all = `all ${space} `
  if ((await jobState(db, ownerId, 'embed', all)).busy) return
  const now = runtime.now()
  const key = `${all}${await memoryRev(db, ownerId)} ${now.getTime()}`
  const job = { id: runtime.id('job'), kind: 'embed', key, payload: dims ? { dims } : {} }
  await db.$transaction(jobOps(db, ownerId, [job], now))
}

/**
 * The ledger entry of an embedding call. The texts are not stored again, so that forgetting a turn is enough.
 */
export function backgroundOf(
  deps: AgentDeps,
  turn: Background['turn'],
  embedder: Embedder,
  texts: string[],
  call: Embedded,
  startedAt: Date,
): Background {
  const { provider, model } = embedder
  const sent = texts.reduce((sum, text) => sum + deps.countTokens(text), 0)
  return {
    turn,
    phase: 'embed',
    promptVersion: 'embed-1',
    role: 'embedding',
    sent,
    prompt: { system: 'Embedding', user: texts.length === 1 ? 'One text.' : `${texts.length} texts.` },
    result: {
      provider,
      model,
      error: call.error,
      aborted: call.aborted,
      text: '',
      reasoning: '',
      calls: [],
      finish: call.aborted ? 'aborted' : call.error ? 'error' : 'stop',
      usage: call.usage,
      tries: call.tries,
      notices: call.notices,
      firstMs: null,
      totalMs: call.ms,
    },
    startedAt,
  }
}

/** Counts a turn's call that embedded a text to look something up. */
export function noteEmbedding(state: TurnState, embedder: Embedder, text: string, call: Embedded): void {
  const { deps, run } = state
  const startedAt = new Date(deps.runtime.now().getTime() - call.ms)
  const turn = { ...run.turn, attempt: run.lease.attempt }
  state.embedCalls.push(backgroundOf(deps, turn, embedder, [text], call, startedAt))
}
