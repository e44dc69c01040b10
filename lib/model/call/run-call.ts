import { admitCall } from '@/lib/model/gate'
import { costMicros, type PriceTable } from '@/lib/model/prices'
import { modelNamed } from '@/lib/model/provider/provider'
import { countTokens } from '@/lib/model/tokens'
import type { ModelResult, ModelToolCall, Try } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Support } from '@/lib/shared/model-support'
import type { Usage } from '@/lib/shared/turn/events'
import { FINISHING_TOOL, finishingText } from '@/lib/shared/turn/finishing-tool'
import { type Attempt, attempt, type Deps } from './attempt'
import { Ender } from './ender'
import { CALLED_INSTEAD, calledInstead, nothingSaid, type Problem } from './failure'
import { type AttemptSpec, type CallJob, imagesIn, imagesSent, promptTokens, specOf } from './job'
import { waitToRetry } from './retry'
import { Shown } from './shown'
import { silentLimit } from './support/context-limit'
import { imageRejected, imagesNotTaken, lesser, limitIn, rejectsImage } from './support/refusals'
import { supportKey } from './support/support'
import { type Counts, NO_USAGE, sumUsage, UNUSABLE_COUNTS, unused } from './usage'

function estimated(spec: AttemptSpec, said: Attempt): Counts {
  const reasoningTokens = countTokens(said.reasoning)
  const calls = said.calls.map((call) => [call.name, call.args])
  const callTokens = calls.length ? countTokens(JSON.stringify(calls)) : 0
  const outputTokens = countTokens(said.text) + reasoningTokens + callTokens
  return { inputTokens: promptTokens(spec), cachedTokens: 0, outputTokens, reasoningTokens }
}

/** What one try used: as reported, else estimated if the model may have worked on it, else null. */
function usageOf(spec: AttemptSpec, tried: Attempt, prices: PriceTable): Usage | null {
  if (!tried.usage && !tried.worked) return null
  const reported = tried.usage === 'unusable' ? null : tried.usage
  const counts = reported ?? estimated(spec, tried)
  return {
    ...counts,
    estimated: reported === null || spec.config.provider === 'offline',
    costMicros: tried.costMicros ?? costMicros(modelNamed(spec.config).model, counts, prices),
  }
}

/** One model call, with retries until some text was shown. Each try is in `tries`. */
export async function runCall(job: CallJob, deps: Deps): Promise<ModelResult> {
  const whole = new Ender(job.request.signal, () => 'caller')
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
  /** What is sent, and what of it to remember once it has worked. */
  #support: Support
  #learned: Partial<Support> = {}
  readonly #forms = new Set<string>()
  #firstMs: number | null = null
  #notices: string[] = []
  #refusal: string | undefined
  #cap: ModelResult['cap']
  #nudges = 0
  #carried: ModelResult['carried']
  #retries = 0

  constructor(
    private readonly job: CallJob,
    private readonly deps: Deps,
    private readonly whole: Ender,
  ) {
    this.#started = deps.runtime.now()
    this.#shown = new Shown(job.sink)
    this.#support = deps.support.of(job.config)
  }

  async run(): Promise<ModelResult> {
    for (;;) {
      if (this.whole.cause === 'caller') return this.#result(null, 'aborted')
      const tried = await this.#try()
      if ('code' in tried) return this.#result(tried, 'error')
      if (tried.aborted) return this.#result(null, 'aborted')
      if (!tried.problem) return this.#answered(tried)
      const next = await this.#next(tried.problem, tried)
      if (next === 'aborted') return this.#result(null, 'aborted')
      if (next !== 'again') return this.#result(next, 'error')
    }
  }

  async #try(): Promise<Attempt | Failure> {
    const { request, config } = this.job
    const spec = specOf(this.job, this.#support, this.#nudges)
    const gate = config.provider === 'offline' ? null : this.deps.gate
    const { model } = modelNamed(config)
    const admitted = await admitCall(gate, model, () => promptTokens(spec), spec.maxOutputTokens)
    if (typeof admitted !== 'function') return admitted
    this.#shown.begin()
    const tried = await attempt(spec, { ...this.deps, whole: this.whole, shown: this.#shown })
    if (tried.firstAt) this.#firstMs ??= tried.firstAt.getTime() - this.#started.getTime()
    const refusedCall = request.toolChoice === 'none' && tried.calls.length > 0
    if (refusedCall) this.#sayInstead(tried)
    const usage = usageOf(spec, tried, this.deps.prices)
    const sent = config.provider === 'offline' ? spec.maxOutputTokens : limitIn(tried.sent)
    this.#cap = tried.finish === 'length' ? { sent, written: usage?.outputTokens ?? 0 } : undefined
    const thought = tried.reasoning !== '' || Boolean(usage?.reasoningTokens)
    if (!tried.problem && !tried.aborted && this.#shown.text.trim() === '' && tried.calls.length === 0)
      tried.problem = refusedCall ? calledInstead() : nothingSaid(tried.finish, this.#cap, thought)
    this.#learn(spec, tried)
    if (tried.usage === 'unusable') this.#notices = [UNUSABLE_COUNTS]
    const reason = tried.aborted ? 'stopped' : (tried.problem?.failure.message ?? 'ok')
    this.#tries.push({ at: tried.at.toISOString(), ms: tried.ms, ok: reason === 'ok', reason, usage })
    await admitted(usage ?? NO_USAGE)
    return tried
  }

  /**
   * Offered no tools, it called one: the finishing one's result is its answer, the arguments of any its
   * object.
   */
  #sayInstead(tried: Attempt) {
    const [first] = tried.calls
    if (this.job.format && first) this.#shown.write(JSON.stringify(first.args))
    const finishing = tried.calls.find(({ name, problem }) => name === FINISHING_TOOL && !problem)
    tried.calls = []
    const result = finishingText(finishing?.args)
    if (result && !tried.problem) this.#shown.write(result)
  }

  /** What a try tells about the service, also if it failed. */
  #learn(spec: AttemptSpec, tried: Attempt) {
    const { context } = tried.problem ?? {}
    const reported = tried.usage && tried.usage !== 'unusable' ? tried.usage.inputTokens : 0
    const silent = reported ? silentLimit(reported, promptTokens(spec), this.#support) : {}
    if (silent.contextTokens)
      this.#notices.push(
        `${modelNamed(this.job.config).model} read only the first or last ${silent.contextTokens.toLocaleString('en')} tokens of the prompt. Mneme keeps later prompts within that; regenerate to have this answer again.`,
      )
    // A service that names no limit is believed to take half of what it refused.
    const contextTokens = context && (context.tokens ?? Math.floor(promptTokens(spec) / 2))
    const learned = { ...tried.learned, ...(contextTokens ? { contextTokens } : silent) }
    this.#support = { ...this.#support, ...learned }
    this.deps.support.remember(this.job.config, learned)
  }

  #lessen(change: Partial<Support>, lasting: boolean): 'again' {
    this.#support = { ...this.#support, ...change }
    if (lasting) this.#learned = { ...this.#learned, ...change }
    return 'again'
  }

  async #next(
    problem: Problem,
    { sent, reasoning, usage, finish }: Attempt,
  ): Promise<'again' | 'aborted' | Failure> {
    const { deps, job, whole } = this
    const { provider, model } = modelNamed(job.config)
    const { failure, status } = problem
    const { said } = failure
    const fields = { provider, model, try: this.#tries.length, code: failure.code, status, said }
    deps.log.warn(fields, deps.redact(failure.message))
    if (whole.cause !== null || this.#shown.text !== '') return failure

    const images = imagesSent(job.request, this.#support).length > 0
    if (images && rejectsImage(problem)) return imageRejected(problem)
    if (problem.context) return failure
    this.#forms.add(JSON.stringify(this.#support))
    const less = lesser(this.#support, problem, sent, images, this.#forms)
    if (less) {
      this.#refusal = said
      return this.#lessen(less.change, less.lasting)
    }
    const thought = reasoning !== '' || (usage !== null && usage !== 'unusable' && usage.reasoningTokens > 0)
    if (finish === 'length' && thought && !this.#support.thinks) return this.#lessen({ thinks: true }, true)
    if (failure.code === 'provider_empty') {
      const most = failure.message === CALLED_INSTEAD ? 1 : limits.model.maxNudges
      if (!problem.retryable || this.#nudges >= most) return failure
      this.#nudges++
      job.sink.onRetry?.({ attempt: this.#tries.length, waitMs: 0, reason: failure.message })
      return 'again'
    }
    const patience = { ...deps, signal: whole.signal }
    const attempt = this.#tries.length
    const refused = await waitToRetry(problem, ++this.#retries, patience, (retry) =>
      job.sink.onRetry?.({ attempt, ...retry }),
    )
    if (job.request.signal.aborted) return 'aborted'
    return refused ?? 'again'
  }

  #answered(tried: Attempt): ModelResult {
    const { config, request } = this.job
    if (config.provider === 'openai' && imagesIn(request).length) {
      if (this.#support.images === 'refused') this.#notices.push(imagesNotTaken(config.model))
      else this.#learned = { ...this.#learned, images: 'taken' }
    }
    this.deps.support.remember(config, this.#learned)
    const { finish, calls, carried } = tried
    this.#carried = { ...carried, model: supportKey(config) }
    if (calls.length > 0 && finish !== 'length') return this.#result(null, 'tool-calls', calls)
    const isOdd = finish === 'interrupted' || finish === 'error'
    return this.#result(null, isOdd ? 'other' : finish, calls)
  }

  #result(error: Failure | null, finish: ModelResult['finish'], calls: ModelToolCall[] = []): ModelResult {
    const { provider, model } = modelNamed(this.job.config)
    return {
      error,
      aborted: finish === 'aborted',
      text: this.#shown.text,
      reasoning: this.#shown.reasoning,
      calls,
      ...(this.#carried ? { carried: this.#carried } : {}),
      finish,
      usage: sumUsage(this.#tries.map((each) => each.usage)) ?? unused(model, this.deps.prices),
      tries: this.#tries,
      notices: this.#notices,
      ...(this.#cap ? { cap: this.#cap } : {}),
      ...(this.#refusal ? { refusal: this.#refusal } : {}),
      firstMs: this.#firstMs,
      totalMs: this.deps.runtime.now().getTime() - this.#started.getTime(),
      provider,
      model,
    }
  }
}
