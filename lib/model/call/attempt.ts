import type { JSONSchema7 } from '@ai-sdk/provider'
import { type FinishReason, Output, type OutputInterface, streamText } from 'ai'
import type { Gate } from '@/lib/model/gate'
import type { PriceTable } from '@/lib/model/prices'
import { hostOf, languageModel, providerOptions } from '@/lib/model/provider/provider'
import type { CallTimes } from '@/lib/model/provider/timeouts'
import type { Carried, OutputFormat } from '@/lib/model/types'
import type { Support } from '@/lib/shared/model-support'
import type { Runtime } from '@/lib/shared/runtime'
import { Ender } from './ender'
import { cut, type Problem, problem, problemOf, problemOnWire, tooLong, tooSlow } from './failure'
import type { AttemptSpec } from './job'
import { Listener } from './listener'
import type { Redact } from './redact'
import type { Sleep } from './retry'
import type { Shown } from './shown'
import { bodyFor } from './support/refusals'
import type { SupportMemory } from './support/support'
import { toolSet } from './tool-calls'
import { Wire } from './wire/wire'

export type Log = {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
}
export type Timeouts = CallTimes & { drainMs: number }

/** Dependencies of a call apart from its job. */
export type Deps = {
  gate: Gate | null
  runtime: Runtime
  prices: PriceTable
  fetch: typeof globalThis.fetch
  timeouts: Timeouts
  maxRetries: number
  sleep: Sleep
  log: Log
  support: SupportMemory
  redact: Redact
}
type Around = Pick<Deps, 'timeouts' | 'fetch' | 'runtime' | 'redact'> & { whole: Ender; shown: Shown }

/** One request to the model. Never throws: what went wrong is in `problem`. */
export async function attempt(spec: AttemptSpec, around: Around) {
  const { runtime, timeouts, redact, whole, shown } = around
  const at = runtime.now()
  const thoughtBefore = shown.reasoning.length
  const own = new Ender(whole.signal, () => whole.cause ?? 'caller')
  const alive = () => {
    if (!listener.problem && !wire?.fault && !wire?.isOver) own.watch(timeouts.chunkGapMs, 'gap')
  }
  const { config } = spec
  // The SDK would withhold a call that is made all the same, and with it an answer.
  const forbids = spec.toolChoice === 'none' && spec.tools.length > 0 && config.provider !== 'offline'
  const wire: Wire | null =
    config.provider === 'offline'
      ? null
      : new Wire(config.api, {
          // Without a total time limit, silent bytes alone do not keep a call alive.
          onBytes: (silent) => (silent && timeouts.totalMs === null ? undefined : alive()),
          onFinish: () => (wire?.fault ? undefined : own.pause()),
          onTooLarge: () => own.end('size'),
          onFault: () => own.watch(timeouts.drainMs, 'drain'),
          rewrite: (body) => bodyFor(forbids ? { ...body, tool_choice: 'none' } : body, spec.support),
          drainMs: timeouts.drainMs,
        })
  const hasKey = spec.config.provider === 'openai' && spec.config.apiKey !== null
  const about = { redact, hasKey, host: hostOf(spec.config), now: runtime.now() }
  const toProblem = (error: unknown) => problemOf(error, wire, about)
  const listener: Listener = new Listener({ ...spec, runtime, shown, toProblem })

  own.watch(timeouts.firstChunkMs, 'first')
  try {
    const { stream } = streamText({
      model: languageModel(spec.config, wire ? wire.tap(around.fetch, hasKey) : around.fetch),
      ...(spec.system ? { instructions: spec.system } : {}),
      messages: spec.messages,
      ...(spec.tools.length
        ? { tools: toolSet(spec.tools), toolChoice: forbids ? 'auto' : spec.toolChoice }
        : {}),
      output: outputOf(spec.format, spec.support.form),
      maxOutputTokens: spec.maxOutputTokens,
      temperature: spec.temperature,
      ...spec.sampling,
      abortSignal: own.signal,
      maxRetries: 0,
      // The error part of the stream says the same.
      onError: () => {},
      providerOptions: providerOptions(spec.config, isStrict(spec.format?.schema), spec.support.summary),
    })
    for await (const part of stream) {
      if (!listener.hear(part)) own.end('size')
      if (own.cause === 'size') break
      // The SDK's own parts are no sign of life from a service; its bytes are.
      if (!wire) alive()
    }
  } catch (error) {
    if (own.cause === null) listener.problem ??= toProblem(error)
  }
  const found = problemOnWire(wire, about) ?? listener.problem ?? why(own, listener, wire, spec, around)
  const isOver = found === null && own.cause === null
  listener.end(!isOver, isOver && finishOf(wire, listener) !== 'length')
  const cause = own.cause
  own.end('finished')

  const heard = listener.firstAt !== null || listener.calls.length > 0 || (wire?.events ?? 0) > 0
  const waited = cause !== null && cause !== 'drain' && (wire === null || wire.status === null || wire.ok)
  const failed: Problem | null = cause === 'caller' ? null : found
  return {
    at,
    ms: runtime.now().getTime() - at.getTime(),
    firstAt: listener.firstAt,
    text: shown.text,
    reasoning: shown.reasoning.slice(thoughtBefore),
    calls: listener.calls,
    carried: carriedBy(wire, listener),
    /** How this model writes, as its text shows. */
    learned: listener.learned,
    /** The body that was sent; {} for the built-in engine. */
    sent: wire?.sent ?? {},
    finish: finishOf(wire, listener),
    problem: failed,
    aborted: cause === 'caller',
    usage: wire ? wire.usage : listener.usage,
    costMicros: wire?.costMicros ?? null,
    /** The model may have worked on this, so it costs tokens even if none were reported. */
    worked: heard || waited || (found === null && cause === null),
  }
}
export type Attempt = Awaited<ReturnType<typeof attempt>>

/** Like `Output.object`, but without its parser, which reads the whole text again for every delta. */
function outputOf(
  format: OutputFormat | null,
  form: Support['form'],
): OutputInterface<string, string, never> | undefined {
  if (!format || form === 'text') return undefined
  return {
    ...Output.text(),
    name: 'object',
    responseFormat: Promise.resolve({
      type: 'json',
      ...(form === 'json_schema' ? { name: format.name, schema: format.schema } : {}),
    }),
  }
}

/** Whether OpenAI's strict mode takes this schema: every object closed, every property required. */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict)
  if (schema === null || typeof schema !== 'object') return true
  const { type, properties, required, additionalProperties } = schema as JSONSchema7
  if (type === 'object') {
    const names = Object.keys(properties ?? {})
    if (additionalProperties !== false || !names.every((name) => required?.includes(name))) return false
  }
  return Object.values(schema).every(isStrict)
}

/** What goes back with the next request: by the ids that we use. */
function carriedBy(wire: Wire | null, { parts, renamed }: Listener): Carried {
  const { message, calls } = wire?.stream?.carried ?? { message: {}, calls: {} }
  const ours = Object.entries(calls).map(([id, fields]) => [renamed.get(id) ?? id, fields])
  return { message, calls: Object.fromEntries(ours), ...(parts.length ? { reasoning: parts } : {}) }
}

const finishOf = (wire: Wire | null, { finish }: Listener): FinishReason => {
  const known = wire?.stream ? wire.stream.finish : finish
  return known === 'unknown' ? 'other' : (known ?? 'other')
}

/** Why a stream without an error part failed nevertheless; null = it did not. */
function why(
  own: Ender,
  heard: Listener,
  wire: Wire | null,
  spec: AttemptSpec,
  { timeouts, redact, shown }: Around,
): Problem | null {
  const { cause } = own
  const host = hostOf(spec.config)
  if (cause === 'size') return tooLong()
  if (cause === 'first') return tooSlow('first', timeouts.firstChunkMs, host)
  if (cause === 'gap') return tooSlow('gap', timeouts.chunkGapMs, host)
  if (cause === 'total') return tooSlow('total', timeouts.totalMs ?? 0, host)
  if (cause !== null) return null
  const said = shown.text !== '' || heard.calls.length > 0 || (wire?.stream?.said ?? false)
  if (wire?.stream && wire.stream.finish === null)
    return wire.done && said ? null : cut(wire, { redact, host })
  return !wire && heard.finish === 'error' ? problem('provider_error', 'The model failed.') : null
}
