import type { FigureName } from './figures'
import type { Sink, TraceSpan } from './sink'
import { Telemetry } from './telemetry'

/** A sink that keeps everything: figures added up under `name{label="value"}`, and spans. */
export function keptSink() {
  const figures: Record<string, number> = {}
  const spans: TraceSpan[] = []
  const sink: Sink = {
    record(name: FigureName, labels: Record<string, string>, value: number) {
      const inside = Object.entries(labels).map(([label, of]) => `${label}="${of}"`)
      const key = inside.length ? `${name}{${inside.join(',')}}` : name
      figures[key] = (figures[key] ?? 0) + value
    },
    span: (span) => void spans.push(span),
  }
  return { sink, figures, spans }
}

/** Telemetry into such a sink, without a log. */
export function keptTelemetry() {
  const kept = keptSink()
  const sinks = [kept.sink]
  return {
    ...kept,
    telemetry: new Telemetry({ sinks, now: Date.now, tools: [], log: () => {}, redact: null }),
  }
}

/** The samples of a Prometheus text. @throws on a line that is neither sample nor comment. */
export function parseFigures(text: string): Record<string, number> {
  const found: Record<string, number> = {}
  for (const line of text.split('\n')) {
    if (line === '' || /^# (HELP|TYPE) /.test(line)) continue
    const [, key, value] = /^([a-z_]\w*(?:\{(?:\w+="[^"\\\n]*",?)*\})?) (\S+)$/.exec(line) ?? []
    if (key === undefined || !Number.isFinite(Number(value))) throw new Error(`not a sample: ${line}`)
    found[key] = Number(value)
  }
  return found
}
