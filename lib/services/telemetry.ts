import { TOOL_NAMES } from '@/lib/agent/tools/registry'
import { env } from '@/lib/config/env'
import type { Redact } from '@/lib/model/call/redact'
import { once } from '@/lib/shared/once'
import { PrometheusSink } from '@/lib/telemetry/prometheus'
import { Telemetry } from '@/lib/telemetry/telemetry'

/** The figures of this process, since it started. */
export const figures = () => once('figures', () => new PrometheusSink().watchProcess())

/** Without an endpoint no SDK or exporter of OpenTelemetry is loaded. */
export async function openTelemetry(
  instanceId: string,
  log: (message: string, fields?: Record<string, unknown>) => void,
  redact: (ownerId: string) => Promise<Redact>,
): Promise<Telemetry> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ENABLE_PROMPT_LOGGING } = env()
  const otlp = endpoint
    ? [(await import('@/lib/telemetry/otlp')).otlpSink({ endpoint, instanceId, log })]
    : []
  return new Telemetry({
    sinks: [figures(), ...otlp],
    now: Date.now,
    tools: TOOL_NAMES,
    log,
    redact: ENABLE_PROMPT_LOGGING ? redact : null,
  })
}
