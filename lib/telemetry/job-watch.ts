import type { ModelCall } from '@/lib/base/model-call'
import { callSpan, countCall, tokensIn } from './calls'
import type { Sink, Span } from './sink'

/** Watches one try of a background job. */
export class JobWatch {
  private readonly root: Span

  constructor(
    private readonly kind: string,
    private readonly deps: { sink: Sink; now(): number },
  ) {
    const startMs = deps.now()
    const attributes = { 'mneme.job.kind': kind }
    this.root = { name: `job ${kind}`, startMs, endMs: startMs, attributes, error: null, children: [] }
  }

  readonly called = (call: ModelCall): void => {
    countCall(call, this.deps.sink)
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
