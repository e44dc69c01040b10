import type { ModelCall } from '@/lib/shared/model-call'
import { isTerminal, type TurnEvent } from '@/lib/shared/turn/events'
import { withinMs } from '@/lib/shared/within'
import { callSpan, recordCall, tokensIn } from './calls'
import type { Sink, TraceSpan } from './sink'
import { TurnWatch } from './turn-watch'

const MOST = { value: 80, all: 240 }
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** `(query="boats", limit=3)`, cut, without secrets. */
function shownArgs(args: unknown, redact: (text: string) => string): string {
  const pairs = Object.entries(args && typeof args === 'object' ? args : {})
  // Redacted before it is cut: half a key is not recognised.
  const shown = pairs.map(
    ([name, value]) => `${name}=${cut(redact(JSON.stringify(value) ?? ''), MOST.value)}`,
  )
  return `(${cut(redact(shown.join(', ')), MOST.all)})`
}

/** Watches one try of a background job. */
class JobWatch {
  private readonly root: TraceSpan

  constructor(
    private readonly kind: string,
    private readonly deps: { sink: Sink; now(): number },
  ) {
    const startMs = deps.now()
    const attributes = { 'mneme.job.kind': kind }
    this.root = { name: `job ${kind}`, startMs, endMs: startMs, attributes, error: null, children: [] }
  }

  readonly called = (call: ModelCall): void => {
    recordCall(call, this.deps.sink)
    this.root.children.push(callSpan(call, this.deps.now()))
  }

  /** @param error code of the failure, or null. */
  ended(error: string | null): void {
    const { kind, root } = this
    const { sink, now } = this.deps
    root.endMs = now()
    root.error = error
    Object.assign(root.attributes, tokensIn(root))
    sink.record('mneme_jobs_total', { kind, ok: String(error === null) }, 1)
    sink.record('mneme_job_duration_seconds', { kind }, (root.endMs - root.startMs) / 1_000)
    sink.span?.(root)
  }
}

type TelemetryDeps = {
  sinks: readonly Sink[]
  now(): number
  tools: readonly string[]
  log(message: string, fields?: Record<string, unknown>): void
  /** What removes a person's secrets from arguments of tools; null = the log shows no arguments. */
  redact: ((ownerId: string) => Promise<(text: string) => string>) | null
}
const CLOSE_MS = 1_000

/** Everything that is counted, traced and logged of turns and jobs. */
export class Telemetry {
  private readonly tools: ReadonlySet<string>
  private readonly sink: Sink

  constructor(private readonly deps: TelemetryDeps) {
    const { sinks } = deps
    this.tools = new Set(deps.tools)
    this.sink = {
      record: (...figure) => {
        for (const sink of sinks) sink.record(...figure)
      },
      span: (span) => {
        for (const sink of sinks) sink.span?.(span)
      },
    }
  }

  /** Arguments are shown once the person's secrets are known. */
  turn(turnId: string, ownerId: string): TurnWatch {
    const { now, log } = this.deps
    let redact: ((text: string) => string) | null = null
    this.deps.redact?.(ownerId).then(
      (known) => {
        redact = known
      },
      (error) => log('arguments of tools are not logged', { turnId, error: String(error) }),
    )
    const args = (value: unknown) => (redact ? shownArgs(value, redact) : '')
    return new TurnWatch(turnId, { sink: this.sink, now, log, tools: this.tools, shownArgs: args })
  }

  job = (kind: string) => new JobWatch(kind, { sink: this.sink, now: this.deps.now })

  /** Counts a turn of a dead process. Its steps and their time are unknown here. */
  recovered(events: readonly TurnEvent[]): void {
    const plan = events.findLast((event) => event.type === 'classified')?.thinking
    const status = events.find(isTerminal)?.type
    if (status) this.sink.record('mneme_turns_total', { depth: plan?.depth ?? 'unknown', status }, 1)
  }

  /** Sends what is left, for at most `ms`. */
  async close(ms = CLOSE_MS): Promise<void> {
    await withinMs(Promise.allSettled(this.deps.sinks.map((sink) => sink.close?.())), ms)
  }
}
