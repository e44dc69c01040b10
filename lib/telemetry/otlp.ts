import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { bucketsOf, FIGURES } from './figures'
import type { Sink, TraceSpan } from './sink'

type Options = {
  endpoint: string
  instanceId: string
  /** Of one attempt to send, with its retries. */
  timeoutMs?: number
  log(message: string, fields?: Record<string, unknown>): void
}
type Result = { code: number; error?: Error }
type Exporter<Items> = { export(items: Items, done: (result: Result) => void): void }

/**
 * Sends figures and traces to an OpenTelemetry endpoint, in the background. Registers nothing globally, so
 * that no other library of the process reports there.
 */
export function otlpSink({ endpoint, instanceId, timeoutMs = 10_000, log }: Options): Sink {
  const base = endpoint.replace(/\/+$/, '')
  const resource = resourceFromAttributes({
    'service.name': 'mneme',
    'service.instance.id': instanceId,
  }).merge(detectResources({ detectors: [envDetector] }))
  const to = (path: string) => ({ url: `${base}/${path}`, timeoutMillis: timeoutMs })
  const failing = new Set<string>()
  /** Logs the first failure of a signal, and the next one only after it worked again. */
  const reported = <Items, E extends Exporter<Items>>(signal: string, exporter: E & Exporter<Items>): E => {
    const send = exporter.export.bind(exporter)
    exporter.export = (items, done) =>
      send(items, (result) => {
        if (result.code === 0) failing.delete(signal)
        else if (!failing.has(signal)) {
          failing.add(signal)
          log('telemetry cannot be sent', { signal, endpoint: base, error: String(result.error?.message) })
        }
        done(result)
      })
    return exporter
  }
  const traces = new TracerProvider({
    resource,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reported('traces', new OTLPTraceExporter(to('v1/traces'))),
      }),
    ],
  })
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: reported('metrics', new OTLPMetricExporter(to('v1/metrics'))),
      }),
    ],
  })
  const tracer = traces.getTracer('mneme')
  const record = recorders(metrics)
  return {
    record: (name, labels, value) => record.get(name)?.(value, labels),
    span: (span) => write(tracer, span, ROOT_CONTEXT),
    close: async () => void (await Promise.allSettled([traces.shutdown(), metrics.shutdown()])),
  }
}

function recorders(metrics: MeterProvider) {
  const meter = metrics.getMeter('mneme')
  return new Map(
    Object.entries(FIGURES).map(([name, figure]) => {
      const options = { description: figure.help, ...('unit' in figure ? { unit: figure.unit } : {}) }
      const explicitBucketBoundaries = bucketsOf(figure)
      if (!explicitBucketBoundaries) {
        const counter = meter.createCounter(name, options)
        return [name, (value: number, labels: Record<string, string>) => counter.add(value, labels)] as const
      }
      const histogram = meter.createHistogram(name, { ...options, advice: { explicitBucketBoundaries } })
      return [
        name,
        (value: number, labels: Record<string, string>) => histogram.record(value, labels),
      ] as const
    }),
  )
}

function write(tracer: Tracer, span: TraceSpan, parent: Context): void {
  const kind = 'gen_ai.provider.name' in span.attributes ? SpanKind.CLIENT : SpanKind.INTERNAL
  const attributes = span.error ? { ...span.attributes, 'error.type': span.error } : span.attributes
  // Dates, because small numbers would be read as times since the start of the process.
  const startTime = new Date(span.startMs)
  const written = tracer.startSpan(span.name, { kind, startTime, attributes }, parent)
  if (span.error) written.setStatus({ code: SpanStatusCode.ERROR })
  const inside = trace.setSpan(parent, written)
  for (const child of span.children) write(tracer, child, inside)
  written.end(new Date(span.endMs))
}
