import type { Runtime } from '@/lib/base/runtime'
import type { PriceTable } from '@/lib/model/prices'
import { modelNamed } from '@/lib/model/provider/provider'
import type { ModelResult, ModelToolCall, Try } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { type Attempt, attempt, type Timeouts } from './attempt'
import { Ender } from './ender'
import { calledInstead, nothingSaid, type Problem, waitUntil } from './failure'
import { imageRejected, imagesNotTaken, rejectsImage } from './image-refusal'
import { imagesSent, type Job, specOf } from './job'
import type { Redact } from './redact'
import { backoffMs, type Sleep } from './retry'
import { Shown } from './shown'
import { lesser, type Support, type SupportMemory } from './structured/support'
import { callsInText } from './structured/toolless'
import { UNUSABLE_COUNTS, usageOf } from './try-usage'
import { sumUsage, unused } from './usage'

export type Log = {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
}
export type Deps = {
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

/** One model call, with retries until some text was shown. Each try is in `tries`. */
export async function runCall(job: Job, deps: Deps): Promise<ModelResult> {
  const whole = new Ender().follow(job.request.signal, () => 'caller')
  if (deps.timeouts.totalMs !== null) whole.watch(deps.timeouts.totalMs, 'total')
  try {
    return await new Call(job, deps, whole).run()
  } finally {
    whole.release()
  }
}

class Call {
  readonly #started: Date
  readonly #shown: Shown
  readonly #tries: Try[] = []
  #support: Support
  #firstMs: number | null = null
  #notices: string[] = []
  #nudges = 0
  #retries = 0

  constructor(
    private readonly job: Job,
    private readonly deps: Deps,
    private readonly whole: Ender,
  ) {
    this.#started = deps.runtime.now()
    this.#shown = new Shown(job.sink)
    this.#support = deps.support.of(job.config)
  }

  async run(): Promise<ModelResult> {
    for (;;) {
      if (this.whole.cause === 'caller') return this.#aborted()
      const tried = await this.#try()
      if (tried.aborted) return this.#aborted()
      if (!tried.problem) return this.#answered(tried)
      const next = await this.#next(tried.problem)
      if (next === 'aborted') return this.#aborted()
      if (next !== 'again') return this.#failed(next)
    }
  }

  async #try(): Promise<Attempt> {
    const { request } = this.job
    const spec = await specOf(this.job, this.#support, this.#nudges)
    const asText = this.#support.tools === 'text' && request.toolChoice !== 'none' && request.tools.length > 0
    this.#shown.begin(asText)
    const tried = await attempt(spec, { ...this.deps, whole: this.whole, shown: this.#shown })
    if (tried.firstAt) this.#firstMs ??= tried.firstAt.getTime() - this.#started.getTime()
    const refusedCall = request.toolChoice === 'none' && tried.calls.length > 0
    if (refusedCall) tried.calls = []
    if (asText && !tried.problem && !tried.aborted) {
      tried.calls = callsInText(tried.text, request.tools, () => this.deps.runtime.id('call'))
      if (tried.calls.length === 0) this.#shown.release()
    }
    if (!tried.problem && !tried.aborted && tried.text.trim() === '' && tried.calls.length === 0)
      tried.problem = refusedCall ? calledInstead() : nothingSaid(tried.finish, request.maxOutputTokens)
    if (tried.usage === 'unusable') this.#notices = [UNUSABLE_COUNTS]
    const reason = tried.aborted ? 'stopped' : (tried.problem?.failure.message ?? 'ok')
    this.#tries.push({
      at: tried.at.toISOString(),
      ms: tried.ms,
      ok: reason === 'ok',
      reason,
      usage: usageOf(spec, tried, this.deps.prices),
    })
    return tried
  }

  /** What follows a failed try. */
  async #next(problem: Problem): Promise<'again' | 'aborted' | Failure> {
    const { deps, job, whole } = this
    const { provider, model } = modelNamed(job.config)
    const { failure, status, said } = problem
    const fields = { provider, model, try: this.#tries.length, code: failure.code, status, said }
    deps.log.warn(fields, deps.redact(failure.message))
    if (whole.cause !== null || this.#shown.text !== '') return failure

    const { request, format } = job
    const used = {
      tools: request.tools.length > 0 && request.toolChoice !== 'none',
      required: request.toolChoice === 'required',
      temperature: request.temperature !== undefined,
      form: format !== null,
      images: imagesSent(request, this.#support).length > 0,
    }
    if (used.images && rejectsImage(problem)) return imageRejected(problem).failure
    const less = lesser(this.#support, problem, used)
    if (less) {
      this.#support = less
      return 'again'
    }
    if (failure.code === 'provider_empty') {
      if (!problem.retryable || this.#nudges >= limits.model.maxNudges) return failure
      this.#nudges++
      job.sink.onRetry?.({ attempt: this.#tries.length, waitMs: 0, reason: failure.message })
      return 'again'
    }
    if (!problem.retryable) return failure
    const asked = problem.retryAfterMs
    if (asked !== null && asked > limits.model.maxRetryAfterMs) return waitUntil(deps.runtime.now(), asked)
    if (this.#retries >= deps.maxRetries) return asked ? waitUntil(deps.runtime.now(), asked) : failure
    this.#retries++
    const waitMs = asked ?? backoffMs(this.#retries, deps.runtime.random)
    job.sink.onRetry?.({ attempt: this.#tries.length, waitMs, reason: failure.message })
    try {
      await deps.sleep(waitMs, whole.signal)
      return 'again'
    } catch {
      return job.request.signal.aborted ? 'aborted' : failure
    }
  }

  #answered(tried: Attempt): ModelResult {
    const { config, request } = this.job
    if (config.provider === 'openai' && request.images?.length) {
      if (this.#support.images === 'refused') this.#notices.push(imagesNotTaken(config.model))
      else this.#support = { ...this.#support, images: 'taken' }
    }
    this.deps.support.remember(this.job.config, this.#support)
    const { finish, calls } = tried
    if (calls.length > 0 && finish !== 'length') return this.#result(null, 'tool-calls', calls)
    const isOdd = finish === 'interrupted' || finish === 'error'
    return this.#result(null, isOdd ? 'other' : finish, calls)
  }

  #failed(failure: Failure): ModelResult {
    this.#shown.giveUp()
    return this.#result(failure, 'error', [])
  }

  #aborted(): ModelResult {
    this.#shown.giveUp()
    return { ...this.#result(null, 'aborted', []), aborted: true }
  }

  #result(error: Failure | null, finish: ModelResult['finish'], calls: ModelToolCall[]): ModelResult {
    const { provider, model } = modelNamed(this.job.config)
    return {
      error,
      aborted: false,
      text: this.#shown.text,
      reasoning: this.#shown.reasoning,
      calls,
      finish,
      usage: sumUsage(this.#tries.map((each) => each.usage)) ?? unused(model, this.deps.prices),
      tries: this.#tries,
      notices: this.#notices,
      firstMs: this.#firstMs,
      totalMs: this.deps.runtime.now().getTime() - this.#started.getTime(),
      provider,
      model,
    }
  }
}
