import { within } from '@/lib/base/within'
import type { TurnEvent } from '@/lib/shared/turn/events'
import { isTerminal } from '@/lib/shared/turn/events'
import { JobWatch } from './job-watch'
import { shownArgs } from './shown-args'
import type { Sink } from './sink'
import { TurnWatch } from './turn-watch'

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
    await within(Promise.allSettled(this.deps.sinks.map((sink) => sink.close?.())), ms)
  }
}
