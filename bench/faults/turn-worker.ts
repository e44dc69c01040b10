import os from 'node:os'
import { roundOf, testRunner } from '@/lib/agent/testing'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { openDb } from '@/lib/db/engine/client'
import { requeue } from '@/lib/db/turns/claims'
import { releaseFirst } from '@/lib/db/turns/queue'
import { jobsAfter } from '@/lib/jobs/registry'
import { Jobs } from '@/lib/jobs/worker'
import type { Models } from '@/lib/model/models'
import { resultOf } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import type {
  ModelRequest,
  ModelResult,
  ModelSink,
  StructuredRequest,
  StructuredResult,
} from '@/lib/model/types'
import { isAlive } from '@/lib/runtime/is-alive'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { startLoops } from '@/lib/services/loops'
import { PromptLog } from '@/lib/services/turns/prompt-log'
import { accept } from '../accept'
import { wait } from './child'

type Reply = { text: string; calls: { name: string; args: unknown }[] }

/** The first lesson, which every later answer cites. */
const CITED = 'str-00001'

/** A turn with every kind of step: it thinks twice with a recall, writes a file, then answers. */
function replyTo(request: ModelRequest): Reply {
  const names = new Set(request.tools.map((tool) => tool.name))
  const round = roundOf(request)
  if (round) {
    const first = round.number === 1
    const decision = {
      continueThinking: first,
      reason: first ? 'An earlier turn may help.' : 'Enough is known.',
      ...(first ? { nextFocus: 'the earlier turn' } : {}),
    }
    const recall = { name: 'recall_context', args: { keywords: ['message'] } }
    return {
      text: first ? 'Let me see what was said before. ' : 'That is all there is. ',
      calls: [...(first ? [recall] : []), { name: 'continue_thinking', args: decision }],
    }
  }
  const hasWritten = request.exchanges.some(({ calls }) => calls.some(({ name }) => name === 'write_file'))
  if (names.has('write_file') && !hasWritten && request.toolChoice !== 'none')
    return {
      text: 'I keep a note of it. ',
      calls: [{ name: 'write_file', args: { path: 'notes.md', text: `Note ${request.user.length}` } }],
    }
  return {
    text: `This is the answer to your message, told word by word so that a process may die in the middle of it. [${CITED}]`,
    calls: [],
  }
}

/** A model that emits a word every few milliseconds, so that a turn lasts a few hundred. */
class SlowModels implements Models {
  /** `onWord` is called for every word of every call. */
  constructor(
    private readonly random: () => number,
    private readonly onWord: () => void,
  ) {}

  describe = () => ({ provider: 'slow', model: 'slow-1', offline: false })

  async call(_role: string, request: ModelRequest, sink?: ModelSink): Promise<ModelResult> {
    const { text, calls } = replyTo(request)
    return this.speak(text, calls, request, sink)
  }

  async structured<T>(_role: string, request: StructuredRequest<T>): Promise<StructuredResult<T>> {
    const summary = { summary: 'It was said slowly.', insights: ['It was slow.'] }
    const text = JSON.stringify(this.written()[request.name] ?? summary)
    const result = await this.speak(text, [], request)
    const parsed = request.schema.safeParse(JSON.parse(text))
    return { value: parsed.success && !result.aborted ? parsed.data : null, result }
  }

  /** Structured replies by name. Every turn teaches a lesson and a fact of its own. */
  private written(): Record<string, unknown> {
    const words = Array.from({ length: 10 }, () =>
      this.random()
        .toString(36)
        .replace(/[^a-z]/g, ''),
    ).join(' ')
    return {
      turn_notes: {
        facts: [
          {
            ...{ subject: 'user', predicate: 'likes', object: words.slice(0, 20), confidence: 0.9 },
            quote: 'A message of',
          },
        ],
        ...{ summary: 'It was said slowly.', insights: ['It was slow.'], title: 'A slow talk' },
        verdict: { label: 'success', confidence: 0.9, reason: 'It was answered.' },
        tags: [{ id: 'l1', tag: 'helpful' }],
        lesson: {
          ...{ kind: 'principle', title: words.slice(0, 40), description: '', content: words, tags: [] },
          ...{ section: 'str', confidence: 0.9 },
        },
      },
      contradiction: { contradicts: false, quote: '', same: false },
    }
  }

  private async speak(
    text: string,
    calls: Reply['calls'],
    request: Pick<ModelRequest, 'signal' | 'system' | 'user'>,
    sink?: ModelSink,
  ): Promise<ModelResult> {
    let said = ''
    for (const word of text.split(/(?<= )/)) {
      await wait(2 + this.random() * 6)
      if (request.signal.aborted) break
      said += word
      sink?.onText?.(word)
      this.onWord()
    }
    const { aborted } = request.signal
    return resultOf({
      ...{ aborted, text: said, provider: 'slow', model: 'slow-1' },
      calls: aborted ? [] : calls.map((call, i) => ({ id: `call_${i}`, ...call, problem: null })),
      usage: { inputTokens: countTokens(request.system + request.user), outputTokens: countTokens(said) },
    })
  }
}

/**
 * `turn-worker.ts URL OWNER MODE`: runs turns until it is killed, and prints `ack ID` per stored message.
 * `ack-first` prints it one message too early (the broken variant); `finish` only completes existing turns.
 */
const [url = '', ownerId = '', mode = 'run'] = process.argv.slice(2)
const CONVERSATIONS = 4
const say = (...words: (string | number)[]) => process.stdout.write(`${words.join(' ')}\n`)

// A dead worker's job can only be claimed after its lease, so the last process runs a minute ahead.
const ahead = mode === 'finish' ? 61_000 : 0
const runtime = { ...systemRuntime, now: () => new Date(Date.now() + ahead) }
say('opened')
const opened = performance.now()
const db = await openDb(url)
const models = new SlowModels(Math.random, () => say('word'))
const deps: AgentDeps = { db, models, runtime, countTokens, jobsAfter, log: () => {} }
const instance = { id: runtime.id('inst'), host: os.hostname(), pid: process.pid }
const jobs = new Jobs({ db, runtime, instanceId: instance.id, depsFor: async () => deps, log: () => {} })
const runner = await testRunner(deps, {
  ...{ instance, sleep: wait, isAlive, onSettled: () => jobs.wake() },
  log: (message, fields) =>
    void (message.includes('could not') && console.error(message, JSON.stringify(fields))),
})
say('instance', instance.id)
await runner.tickSweep()
say('recovered', Math.round(performance.now() - opened))
startLoops({ db, runner, jobs, prompts: new PromptLog(db, () => {}), runtime, log: () => {} })

async function again(share: number) {
  const cutShort = await db.turn.findMany({
    where: { ownerId, status: { in: ['interrupted', 'failed', 'stopped'] } },
    select: { id: true, conversationId: true },
  })
  for (const turn of cutShort) {
    if (Math.random() > share) await releaseFirst(db, ownerId, turn.conversationId)
    else if (await requeue(db, ownerId, turn.id, {})) say('retried', turn.id)
    await runner.kick(ownerId, turn.conversationId)
  }
}

let next = runtime.id('cm')
async function send(conversationId: string) {
  const clientMessageId = next
  next = runtime.id('cm')
  if (mode === 'ack-first') say('ack', next)
  const userText = `A message of ${process.pid}, ${clientMessageId}`
  const given = { conversationId, clientMessageId, userText, options: { preset: 'quick' } as const }
  const done = await accept(deps, ownerId, given).catch((error: { code?: string }) => {
    if (error.code !== 'queue_full') throw error
    return null
  })
  if (!done) return say('full')
  if (mode !== 'ack-first') say('ack', clientMessageId)
  await runner.kick(ownerId, conversationId)
}

if (mode === 'finish') {
  for (;;) {
    await again(1)
    const open =
      (await db.turn.count({ where: { status: { not: 'completed' } } })) +
      (await db.job.count({ where: { status: { in: ['waiting', 'running'] } } }))
    if (open === 0) break
    await jobs.tick()
    await wait(20)
  }
  say('done')
  process.exit(0)
}
await again(0.7)
for (let i = Math.floor(Math.random() * CONVERSATIONS); ; i++) {
  await send(`conv_${ownerId}_${i % CONVERSATIONS}`)
  await wait(Math.random() * 60)
}
