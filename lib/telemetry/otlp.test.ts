import { afterEach, describe, expect, it, vi } from 'vitest'
import { offlineHarness } from '@/lib/agent/testing-offline'
import { TOOL_NAMES } from '@/lib/agent/tools/registry'
import { freePort } from '@/scripts/free-ports.mjs'
import { otlpSink } from './otlp'
import { PrometheusSink } from './prometheus'
import { Telemetry } from './telemetry'
import { parseFigures } from './testing-figures'
import { otlpReceiver, valuesOf } from './testing-receiver'

afterEach(() => vi.useRealTimers())

type Receiver = Awaited<ReturnType<typeof otlpReceiver>>

/** Two turns of the real agent with the built-in engine, and their jobs. */
async function twoTurns(endpoint: string, timeoutMs = 10_000) {
  const lines: string[] = []
  const log = (message: string) => void lines.push(message)
  const prometheus = new PrometheusSink()
  const telemetry = new Telemetry({
    sinks: [prometheus, otlpSink({ endpoint, instanceId: 'inst_test', timeoutMs, log })],
    now: Date.now,
    tools: TOOL_NAMES,
    log,
    redact: null,
  })
  const h = await offlineHarness({ telemetry })
  const turns = [
    await h.say('c', 'My sailing boat is called Marlinspike and lies in Howth.', { preset: 'quick' }),
    await h.say('d', 'Why did I choose Marlinspike, and where does my sailing boat lie?', {
      preset: 'quick',
    }),
  ]
  await h.jobs.tick()
  return { h, turns, telemetry, prometheus, lines }
}
const WORDS = /sailing|boat|Marlinspike|Howth|choose/i

/** `parent > child` names, by trace. */
function pathsOf(receiver: Receiver) {
  const spans = receiver.spans()
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const pathOf = (span: (typeof spans)[number]): string => {
    const parent = span.parentSpanId ? byId.get(span.parentSpanId) : undefined
    if (span.parentSpanId) expect(parent?.traceId).toBe(span.traceId)
    return parent ? `${pathOf(parent)} > ${span.name}` : span.name
  }
  return spans.map((span) => ({ ...span, path: pathOf(span), values: valuesOf(span.attributes) }))
}

describe('an OpenTelemetry endpoint', () => {
  it('gets one trace for each turn and job, with nothing that was said', async () => {
    const receiver = await otlpReceiver()
    const { h, turns, telemetry, prometheus, lines } = await twoTurns(receiver.endpoint)
    expect(turns.map(({ status }) => status)).toEqual(['completed', 'completed'])
    await telemetry.close(10_000)

    const spans = pathsOf(receiver)
    const roots = spans.filter(({ parentSpanId }) => !parentSpanId)
    expect(roots.map(({ name }) => name).filter((name) => name === 'turn')).toHaveLength(2)
    expect(roots.map(({ name }) => name)).toContain('job notes')
    expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(roots.length)
    const paths = new Set(spans.map(({ path }) => path))
    for (const path of [
      'turn > step',
      'turn > step > chat Built-in (no language model)',
      'turn > step > recall',
      'turn > step > execute_tool recall_context',
    ])
      expect([...paths]).toContain(path)

    const second = roots.find(({ values }) => values['mneme.turn.id'] === turns[1]?.id)
    const own = spans.filter(({ traceId }) => traceId === second?.traceId)
    const calls = own.filter(({ name }) => name.startsWith('chat'))
    expect(second?.values).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'mneme.turn.depth': 'complex',
      'mneme.turn.status': 'completed',
      'mneme.turn.steps': own.filter(({ name }) => name === 'step').length,
      'mneme.tokens.input': calls.reduce(
        (sum, { values }) => sum + Number(values['gen_ai.usage.input_tokens']),
        0,
      ),
    })
    for (const { startTimeUnixNano, endTimeUnixNano } of own)
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)

    const text = receiver.bodies.map(({ body }) => body).join()
    expect(text).toContain('inst_test')
    expect(WORDS.test(text)).toBe(false)
    expect(WORDS.test(JSON.stringify(turns))).toBe(true)
    for (const { id, conversationId, ownerId } of turns)
      expect([id, conversationId, ownerId].filter((one) => text.includes(`"${one}"`))).toEqual([id])

    // Both ways out report the same figures.
    const figures = parseFigures(await prometheus.text())
    const names = new Set(receiver.metrics().map(({ name }) => name))
    expect(figures['mneme_turns_total{depth="complex",status="completed"}']).toBe(2)
    expect([...names].filter((name) => !Object.keys(figures).some((key) => key.startsWith(name)))).toEqual([])
    expect(names).toContain('mneme_turn_duration_seconds')
    expect(lines.filter((line) => line.startsWith('telemetry'))).toEqual([])
    expect(WORDS.test(lines.join())).toBe(false)
    await h.close()
    await receiver.close()
  })

  it('that is dead costs one line of the log for each signal, and no turn', async () => {
    const { h, turns, telemetry, lines } = await twoTurns(`http://127.0.0.1:${await freePort()}`, 500)
    await telemetry.close(10_000)
    expect(turns.map(({ status }) => status)).toEqual(['completed', 'completed'])
    await h.close()
    expect(lines.filter((line) => line.startsWith('telemetry'))).toEqual([
      'telemetry cannot be sent',
      'telemetry cannot be sent',
    ])
  })
})
