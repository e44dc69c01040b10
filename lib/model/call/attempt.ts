import { experimental_streamLanguageModelCall, type FinishReason, type ModelMessage } from 'ai'
import type { Runtime } from '@/lib/base/runtime'
import { hostOf, languageModel, providerOptions } from '@/lib/model/provider/provider'
import type { CallTimes } from '@/lib/model/provider/timeouts'
import type { ModelConfig, ModelToolCall, ToolSpec } from '@/lib/model/types'
import { Ender } from './ender'
import { cut, type Problem, problem, problemOf, tooLong, tooSlow } from './failure'
import { Listener, type Part } from './listener'
import type { Redact } from './redact'
import type { Shown } from './shown'
import { type Format, isStrict, outputOf } from './structured/format'
import type { Support } from './structured/support'
import { toolSet } from './tool-calls'
import type { Reported } from './usage'
import { Wire } from './wire'

export type Timeouts = CallTimes & { drainMs: number }

export type AttemptSpec = {
  config: ModelConfig
  system: string
  messages: ModelMessage[]
  /** Estimated, of the images in the messages. */
  imageTokens: number
  tools: ToolSpec[]
  toolChoice: 'auto' | 'required'
  format: Format | null
  support: Support
  maxOutputTokens: number
  temperature: number | undefined
}
export type Around = {
  whole: Ender
  timeouts: Timeouts
  fetch: typeof globalThis.fetch
  runtime: Runtime
  redact: Redact
  shown: Shown
}

export type Attempt = {
  at: Date
  ms: number
  firstAt: Date | null
  /** Everything the model said, including what is not shown. */
  text: string
  reasoning: string
  calls: ModelToolCall[]
  finish: FinishReason
  problem: Problem | null
  aborted: boolean
  usage: Reported
  /** The model may have worked on this, so it costs tokens even if none were reported. */
  worked: boolean
}

/** One request to the model. Never throws: what went wrong is in `problem`. */
export async function attempt(spec: AttemptSpec, around: Around): Promise<Attempt> {
  const { runtime, timeouts, redact, whole } = around
  const at = runtime.now()
  const own: Ender = new Ender().follow(whole.signal, () => whole.cause ?? 'caller')
  const alive = () => {
    if (!listener.problem) own.watch(timeouts.chunkGapMs, 'gap')
  }
  const hear = (part: Part) => {
    if (!listener.hear(part)) own.end('size')
  }
  const onTooLarge = () => own.end('size')
  const onReasoning = (text: string) => hear({ type: 'reasoning-delta', id: 'wire', text })
  const { config } = spec
  const reasons = config.provider === 'openai' && config.api === 'chat'
  const wire: Wire | null =
    config.provider === 'offline'
      ? null
      : new Wire({ onBytes: alive, onTooLarge, ...(reasons && { onReasoning }) })
  const hasKey = spec.config.provider === 'openai' && spec.config.apiKey !== null
  const toProblem = (error: unknown) =>
    problemOf(error, wire, { redact, hasKey, host: hostOf(spec.config), now: runtime.now() })
  const listener: Listener = new Listener({ ...spec, runtime, shown: around.shown, toProblem })

  own.watch(timeouts.firstChunkMs, 'first')
  try {
    // `streamText` is the same call behind some ten further streams, which nobody here reads.
    const { stream } = await experimental_streamLanguageModelCall({
      model: languageModel(spec.config, wire ? wire.tap(around.fetch, hasKey) : around.fetch),
      ...(spec.system ? { instructions: spec.system } : {}),
      messages: spec.messages,
      ...(spec.tools.length ? { tools: toolSet(spec.tools), toolChoice: spec.toolChoice } : {}),
      output: outputOf(spec.format, spec.support.form),
      maxOutputTokens: spec.maxOutputTokens,
      temperature: spec.temperature,
      abortSignal: own.signal,
      providerOptions: providerOptions(spec.config, isStrict(spec.format?.schema), spec.support.summary),
    })
    for await (const part of stream) {
      const failedBefore = listener.problem !== null
      hear(part)
      if (own.cause === 'size') break
      if (!listener.problem) alive()
      else if (!failedBefore) own.watch(timeouts.drainMs, 'drain')
    }
  } catch (error) {
    if (own.cause === null) listener.problem ??= toProblem(error)
  }
  if (listener.problem && own.cause === null && wire?.ok) {
    own.watch(timeouts.drainMs, 'drain')
    await Promise.race([
      wire.ended,
      new Promise((resolve) => own.signal.addEventListener('abort', resolve, { once: true })),
    ])
  }
  const found = listener.problem ?? why(own, listener, wire, spec, around)
  const cause = own.cause
  own.end('finished')

  const heard = listener.firstAt !== null || listener.calls.length > 0 || (wire?.events ?? 0) > 0
  const waited = cause !== null && cause !== 'drain' && (wire === null || wire.status === null || wire.ok)
  return {
    at,
    ms: runtime.now().getTime() - at.getTime(),
    firstAt: listener.firstAt,
    text: listener.text,
    reasoning: listener.reasoning,
    calls: listener.calls,
    finish: listener.finish ?? 'other',
    problem: cause === 'caller' ? null : found,
    aborted: cause === 'caller',
    usage: wire?.usage ?? listener.usage,
    worked: heard || waited || (found === null && cause === null),
  }
}

/** Why a stream without an error part failed nevertheless; null = it did not. */
function why(
  own: Ender,
  heard: Listener,
  wire: Wire | null,
  spec: AttemptSpec,
  { timeouts, redact }: Around,
): Problem | null {
  const { cause } = own
  const host = hostOf(spec.config)
  if (cause === 'size') return tooLong()
  if (cause === 'first') return tooSlow('first', timeouts.firstChunkMs, host)
  if (cause === 'gap') return tooSlow('gap', timeouts.chunkGapMs, host)
  if (cause === 'total') return tooSlow('total', timeouts.totalMs ?? 0, host)
  if (cause !== null) return null
  const said = heard.text !== '' || heard.calls.length > 0
  if (heard.finish === null || heard.finish === 'interrupted')
    return wire?.done && said ? null : cut(wire, { redact, host }, said || heard.reasoning !== '')
  if (heard.finish === 'error')
    return problem(
      'provider_error',
      'The provider reported an error.',
      'Try again.',
      spec.config.provider === 'openai',
    )
  return null
}
