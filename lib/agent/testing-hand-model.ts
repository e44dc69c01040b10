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

type End = { calls?: { name: string; args: unknown }[]; error?: ModelResult['error'] }

/** One model call that a test drives word by word, until the test ends it or the caller aborts it. */
export class HandCall {
  private text = ''
  private ended = false
  readonly result: Promise<ModelResult>
  private resolve: (result: ModelResult) => void = () => {}

  constructor(
    readonly request: Pick<ModelRequest, 'signal' | 'system' | 'user'>,
    private readonly sink: ModelSink | undefined,
    private readonly index: number,
    /** Name of the structured format; '' for a turn's own calls. */
    readonly name: string,
  ) {
    this.result = new Promise((resolve) => {
      this.resolve = resolve
    })
    if (request.signal.aborted) this.finish({}, true)
    else request.signal.addEventListener('abort', this.stop, { once: true })
  }

  private readonly stop = () => this.finish({}, true)

  say(text: string): this {
    if (this.ended) throw new Error('this call has ended')
    this.text += text
    this.sink?.onText?.(text)
    return this
  }

  end(end: End = {}) {
    this.finish(end, false)
  }

  private finish({ calls = [], error = null }: End, aborted: boolean) {
    if (this.ended) return
    this.ended = true
    this.request.signal.removeEventListener('abort', this.stop)
    const { system, user } = this.request
    this.resolve(
      resultOf({
        ...{ error, aborted, text: this.text, provider: 'hand', model: 'hand-1' },
        calls: calls.map((call, i) => ({ id: `call_${this.index}_${i}`, ...call, problem: null })),
        usage: { inputTokens: countTokens(system + user), outputTokens: countTokens(this.text) },
      }),
    )
  }
}

/** Calls wait in order until the test takes them with `next`, or `serve` answers them. */
export class HandModels implements Models {
  offline = true
  private server: ((call: HandCall) => void) | null = null
  private readonly made: HandCall[] = []
  private readonly waiting: ((call: HandCall) => void)[] = []
  private count = 0

  describe = () => ({ provider: 'hand', model: 'hand-1', offline: this.offline })

  call(_role: string, request: ModelRequest, sink?: ModelSink): Promise<ModelResult> {
    return this.begin(request, sink, '').result
  }

  async structured<T>(_role: string, request: StructuredRequest<T>): Promise<StructuredResult<T>> {
    const result = await this.begin(request, undefined, request.name).result
    const parsed = request.schema.safeParse(result.text ? JSON.parse(result.text) : null)
    return { value: parsed.success ? parsed.data : null, result }
  }

  /** The next call that was not taken. */
  next(): Promise<HandCall> {
    const call = this.made.shift()
    return call ? Promise.resolve(call) : new Promise((resolve) => this.waiting.push(resolve))
  }

  /** Answers every call until `done` settles. */
  async serve(answer: (call: HandCall) => void, done: Promise<void>): Promise<void> {
    this.server = answer
    for (const call of this.made.splice(0)) answer(call)
    await done.finally(() => {
      this.server = null
    })
  }

  private begin(request: HandCall['request'], sink: ModelSink | undefined, name: string): HandCall {
    const call = new HandCall(request, sink, this.count++, name)
    const taker = this.waiting.shift()
    if (taker) taker(call)
    else if (this.server) this.server(call)
    else this.made.push(call)
    return call
  }
}
