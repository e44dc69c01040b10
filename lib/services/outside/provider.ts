import { PassThrough } from 'node:stream'
import { z } from 'zod'
import { backgroundRecord } from '@/lib/agent/step/ledger'
import { upkeepCallOps } from '@/lib/db/ledger/upkeep-calls'
import { countTokens } from '@/lib/model/tokens'
import type {
  Exchange,
  ModelImage,
  ModelRequest,
  ModelResult,
  Role,
  SaidMessage,
  Sampling,
  ToolSpec,
} from '@/lib/model/types'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { type ChatAnswer, type ChatEnd, type ChatMessage, NO_COUNTS, restOf } from '@/lib/shared/memory/chat'
import { readImage } from '@/lib/shared/read-image'
import { logger } from '../log'
import { modelsFor, secretKeys } from '../models/model-settings'
import { builtInAnswer } from './client-prompts'
import type { Outside } from './outside'

/** A tool that the client runs. */
type ClientTool = { name: string; description: string; parameters: Record<string, unknown> }
export type ProviderCall = {
  system: string
  messages: readonly ChatMessage[]
  tools: readonly ClientTool[]
  toolChoice: ModelRequest['toolChoice']
  format: ModelRequest['format']
  maxTokens: number | undefined
  temperature: number | undefined
  sampling: Sampling
  role: Role
}

/** A Mneme that is its own provider would call itself without end. @throws MnemeError conflict */
export async function refuseItself(who: Outside, authorization: string | null): Promise<void> {
  const given = authorization?.trim().split(/\s+/).at(-1)
  if (!given || !(await secretKeys(who)).includes(given)) return
  const hint = 'Choose another provider in Settings.'
  throw new MnemeError('conflict', 'This Mneme has itself as its provider.', hint)
}

/** One call of the person's provider without memory; only its figures are stored. `signal` stops it. */
export async function* askProvider(who: Outside, input: ProviderCall, signal: AbortSignal): ChatAnswer {
  const models = await modelsFor(who)
  const request = await requestOf(input, signal)
  const startedAt = who.runtime.now()
  const pieces = new PassThrough({ objectMode: true })
  let sent = ''
  const sink = {
    onText(text: string) {
      sent += text
      pieces.write({ text })
    },
    onReasoning: (thought: string) => void pieces.write({ thought }),
  }
  const called = models.call(input.role, request, sink).then(async (result) => {
    await record(who, input.role, result, startedAt).catch((error: unknown) =>
      logger().warn({ error: String(error) }, 'a call for another program is not in the ledger'),
    )
    pieces.end()
    return result
  })
  yield* pieces as AsyncIterable<{ text: string } | { thought: string }>
  const { text, calls, finish, usage, error } = await called
  const rest = restOf(sent, text)
  if (rest) yield { text: rest }
  if (calls.length) yield { calls }
  yield { end: { finish: FINISH[finish] ?? 'stop', counts: usage, error } }
}

/** A program's own prompt, such as for a title: one call, or the built-in engine's rules. */
export async function* answerPrompt(who: Outside, input: ProviderCall, signal: AbortSignal): ChatAnswer {
  const models = await modelsFor(who)
  const { offline } = models.describe(input.role)
  const text = offline ? builtInAnswer(input.system, input.messages) : null
  if (text === null) return yield* askProvider(who, input, signal)
  yield { text }
  yield { end: { finish: 'stop', counts: NO_COUNTS, error: null } }
}

const FINISH: Partial<Record<ModelResult['finish'], ChatEnd['finish']>> = {
  ...{ 'tool-calls': 'tool_calls', 'content-filter': 'content_filter', length: 'length' },
}

/** The last message of the person with the tools used since; what came before is its history. */
async function requestOf(input: ProviderCall, signal: AbortSignal): Promise<ModelRequest> {
  const { messages, tools, toolChoice, format, maxTokens, temperature, sampling } = input
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const asked = messages[last]
  return {
    system: asked ? input.system : '',
    past: await told(messages.slice(0, Math.max(0, last))),
    user: asked?.role === 'user' ? asked.text : input.system,
    images: asked?.role === 'user' ? await imagesOf(asked.images) : [],
    exchanges: (await told(messages.slice(last + 1))).map((one) =>
      'calls' in one ? one : { text: one.text, calls: [], results: [] },
    ),
    tools: tools.map(specOf),
    ...{ toolChoice, signal, format: format ?? null },
    maxOutputTokens: maxTokens ?? limits.answer.tokens,
    ...(temperature === undefined ? {} : { temperature }),
    sampling,
  }
}

/** Its schema goes to the service as it came; its arguments are for the client to check. */
function specOf({ name, description, parameters: { id: _, $schema: __, ...schema } }: ClientTool): ToolSpec {
  return { name, description, inputSchema: z.any().meta(schema) }
}

async function told(messages: readonly ChatMessage[]): Promise<(SaidMessage | Exchange)[]> {
  const all: (SaidMessage | Exchange)[] = []
  for (const message of messages) {
    const last = all.at(-1)
    if (message.role === 'user')
      all.push({ role: 'user', text: message.text, images: await imagesOf(message.images) })
    else if (message.role === 'assistant') {
      const { text } = message
      const calls = message.calls.map((call) => ({ ...call, problem: null }))
      all.push(calls.length ? { text, calls, results: [] } : { role: 'assistant', text })
    } else if (last && 'calls' in last) {
      const name = last.calls.find(({ id }) => id === message.id)?.name ?? ''
      last.results.push({ id: message.id, name, text: message.text, plain: true })
    }
  }
  return all
}

async function record({ db, ownerId, runtime }: Outside, role: Role, result: ModelResult, startedAt: Date) {
  const sent = { prompt: { system: '', user: '' }, sent: result.usage.inputTokens, promptVersion: '' }
  const call = { turn: { id: null, ownerId }, phase: 'act' as const, role, result, startedAt }
  const row = backgroundRecord({ countTokens, runtime }, { ...call, ...sent }, 0)
  await db.$transaction(upkeepCallOps(db, ownerId, row))
}

const HEAD = /^data:(image\/(\w+));base64,/

/** Images that came as data URLs, as files. */
export const imageFiles = (urls: readonly string[]): File[] =>
  urls.map((url, i) => {
    const [head = '', type = '', kind = ''] = HEAD.exec(url) ?? []
    return new File([Buffer.from(url.slice(head.length), 'base64')], `image-${i + 1}.${kind}`, { type })
  })

const imagesOf = (urls: readonly string[]): Promise<ModelImage[]> =>
  Promise.all(
    imageFiles(urls).map(async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const image = readImage(bytes)
      if (image?.ok) return { ...image.info, bytes }
      throw new MnemeError('invalid', `An image cannot be sent: ${image?.problem ?? 'it is none.'}`)
    }),
  )
