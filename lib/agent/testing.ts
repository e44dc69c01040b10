import { type Db, openDb } from '@/lib/db/engine/client'
import { testDb, testRuntime } from '@/lib/db/testing'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { getTurn, type Turn } from '@/lib/db/turns/turns'
import { jobsAfter } from '@/lib/jobs/registry'
import { Jobs } from '@/lib/jobs/worker'
import type { Models } from '@/lib/model/models'
import { resultOf } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import type { ModelRequest, ModelResult, ModelToolCall, StructuredRequest } from '@/lib/model/types'
import { parse, quoteResult, sentSections } from '@/lib/prompts/fence'
import { roundIn } from '@/lib/prompts/role'
import { Runner } from '@/lib/runtime/runner'
import type { RunnerDeps } from '@/lib/runtime/runner-deps'
import { timer } from '@/lib/runtime/turn-log'
import type { TurnOptions } from '@/lib/shared/schemas'
import { recoverTurn } from './recover'
import { ReflectiveAgent } from './reflective-agent'
import type { AgentDeps } from './turn-state'

export type Reply = {
  text?: string
  calls?: { name: string; args: unknown; problem?: string }[]
  reasoning?: string
  error?: ModelResult['error']
  finish?: ModelResult['finish']
}
/** The sections of a request, with earlier turns as items of the window. */
export const sectionsIn = ({ history = [], user }: Pick<ModelRequest, 'history' | 'user'>) =>
  sentSections([...history, { role: 'user', text: user }])
/** Everything that a request says, in one text. */
export const promptIn = ({ history = [], user }: Pick<ModelRequest, 'history' | 'user'>) =>
  [...history.map(({ text }) => text), user].join('\n\n')
/** What the person asks for in a request. */
export const askedIn = (request: Pick<ModelRequest, 'user'>) =>
  parse(request.user)
    .find(({ name }) => name === 'task')
    ?.items.at(-1)?.text ?? ''
/** The thinking round that a request opens; null = it asks for the answer. */
export const roundOf = ({ user, exchanges }: Pick<ModelRequest, 'user' | 'exchanges'>) =>
  roundIn([user, ...exchanges.flatMap(({ results }) => results.map(quoteResult))])
export const isThink = (request: Pick<ModelRequest, 'user' | 'exchanges'>) => roundOf(request) !== null

/** A model with replies scripted by the test. It keeps every request. */
export class ScriptedModels implements Models {
  readonly requests: (ModelRequest & { role: string })[] = []
  readonly structuredRequests: { name: string; user: string }[] = []
  offline = true

  constructor(private readonly script: (request: ModelRequest, index: number) => Reply | Promise<Reply>) {}

  describe = () => ({ provider: 'scripted', model: 'scripted-1', offline: this.offline })

  async call(
    role: string,
    request: ModelRequest,
    sink?: Parameters<Models['call']>[2],
  ): Promise<ModelResult> {
    this.requests.push({ ...request, role })
    const aborted = () => request.signal.aborted
    const reply = await this.script(request, this.requests.length - 1)
    if (reply.text && !aborted()) for (const word of reply.text.split(/(?<= )/)) sink?.onText?.(word)
    if (reply.reasoning) sink?.onReasoning?.(reply.reasoning)
    const calls: ModelToolCall[] = (reply.calls ?? []).map((call, i) => ({
      id: `call_${this.requests.length}_${i}`,
      name: call.name,
      args: call.args,
      problem: call.problem ?? null,
    }))
    const { error = null, reasoning = '', finish, text = '' } = reply
    return resultOf({
      ...{ error, reasoning, calls, aborted: aborted(), text: aborted() ? '' : text },
      ...(finish && !aborted() ? { finish } : {}),
      usage: {
        inputTokens: countTokens(request.system + promptIn(request)),
        outputTokens: countTokens(text),
      },
    })
  }

  async structured<T>(role: string, request: StructuredRequest<T>) {
    this.structuredRequests.push({ name: request.name, user: request.user })
    const result = await this.call(role, { ...request, exchanges: [], tools: [], toolChoice: 'none' })
    const parsed = request.schema.safeParse(safeJson(result.text))
    return { value: parsed.success ? parsed.data : null, result }
  }
}
const safeJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A registered runner with the real agent. Nothing waits, and every process is alive. */
export async function testRunner(deps: AgentDeps, over: Partial<RunnerDeps> = {}): Promise<Runner> {
  const { db, runtime, log } = deps
  const runner = new Runner({
    db,
    instance: { id: runtime.id('inst'), host: 'here', pid: 1 },
    runtime,
    schedule: timer,
    sleep: async () => {},
    isAlive: () => true,
    log,
    runTurn: (run) => new ReflectiveAgent(deps).run(run),
    recoverTurn: (turn, frames) => recoverTurn(deps, turn, frames),
    ...over,
  })
  await runner.register()
  return runner
}

/** Without a depth of its own a test's message is a COMPLEX one, or MODERATE without thinking. */
const steady = (options: TurnOptions): TurnOptions =>
  options.preset
    ? options
    : options.thinking === false
      ? { depth: 'moderate', ...options }
      : { preset: 'standard', ...options }

export type Harness = Awaited<ReturnType<typeof harness>>
/** A runner with the real agent on a migrated SQLite file and a scripted model. Nothing ticks by itself. */
export async function harness(
  script: ConstructorParameters<typeof ScriptedModels>[0],
  over: Partial<RunnerDeps> = {},
  open?: { url: string; ownerId: string; prefix: string; db?: Db },
) {
  const base = open ? null : await testDb()
  const db = base?.db ?? open?.db ?? (await openDb(open?.url ?? ''))
  const ownerId = base?.ownerId ?? open?.ownerId ?? ''
  const plain = testRuntime()
  const runtime = open ? { ...plain, id: (prefix: string) => `${open.prefix}${plain.id(prefix)}` } : plain
  const models = new ScriptedModels(script)
  const logs: { message: string; fields?: Record<string, unknown> | undefined }[] = []
  const log = (message: string, fields?: Record<string, unknown>) => void logs.push({ message, fields })
  const deps: AgentDeps = { db, models, runtime, countTokens, jobsAfter, log }
  const runner = await testRunner(deps, over)
  const { telemetry } = over
  const jobs = new Jobs({ db, runtime, instanceId: 'worker', depsFor: async () => deps, log, telemetry })
  let sent = 0
  const send = async (
    conversationId: string,
    userText: string,
    given: TurnOptions = {},
    clientMessageId = `m${++sent}_${runtime.id('x')}`,
  ): Promise<Turn> => {
    const { turn } = await acceptTurn(
      db,
      ownerId,
      {
        id: runtime.id('turn'),
        conversationId,
        clientMessageId,
        userText,
        userTokens: countTokens(userText),
        options: steady(given),
        attachments: [],
        now: runtime.now(),
        title: userText.slice(0, 20),
        branchId: runtime.id('br'),
      },
      { behind: 'leaf' },
    )
    await runner.kick(ownerId, conversationId)
    return turn
  }
  /** Sends and waits until the turn is settled. */
  const say = async (conversationId: string, userText: string, options = {}): Promise<Turn> => {
    const turn = await send(conversationId, userText, options)
    await runner.settled(turn.id)
    return getTurn(db, ownerId, turn.id)
  }
  return {
    db,
    ownerId,
    url: base?.url ?? open?.url ?? '',
    runtime,
    models,
    runner,
    jobs,
    logs,
    deps,
    send,
    say,
    close: () => db.$disconnect(),
  }
}
