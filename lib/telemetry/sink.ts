import type { FigureName, Labels } from './figures'

/** A finished piece of work with what happened in it. `error` = code of a failure. */
export type TraceSpan = {
  name: string
  startMs: number
  endMs: number
  attributes: Record<string, string | number | boolean>
  error: string | null
  children: TraceSpan[]
}

/** Where figures and traces go. Must not throw and must not wait. */
export type Sink = {
  /** Adds to a counter, or observes a value of a histogram. */
  record<Name extends FigureName>(name: Name, labels: Labels<Name>, value: number): void
  span?(span: TraceSpan): void
  close?(): Promise<void>
}
