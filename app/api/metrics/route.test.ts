import { NextRequest } from 'next/server'
import { afterEach, describe, expect, it } from 'vitest'
import { offlineHarness } from '@/lib/agent/testing-offline'
import { testingEnv } from '@/lib/config/testing-env'
import { openTelemetry } from '@/lib/services/telemetry'
import { FIGURES } from '@/lib/telemetry/figures'
import { parseFigures } from '@/lib/telemetry/testing-figures'
import { proxy } from '@/proxy'
import { GET } from './route'

const ADDRESS = 'http://127.0.0.1:3000/api/metrics'
const ask = (headers: Record<string, string> = {}) =>
  GET(new Request(ADDRESS, { headers: { 'x-forwarded-for': '127.0.0.1', ...headers } }))
afterEach(() => testingEnv())

describe('GET /api/metrics', () => {
  it('has every figure of the turns and jobs of this process, in few labels and without text', async () => {
    testingEnv()
    const lines: string[] = []
    const telemetry = await openTelemetry(
      'inst_test',
      (message) => void lines.push(message),
      async () => String,
    )
    const h = await offlineHarness({ telemetry })
    const turns = [
      await h.say('c', 'Good morning!', { depth: 'simple' }),
      await h.say('c', 'My sailing boat is called Marlinspike.', { preset: 'quick' }),
      await h.say('d', 'write "the secret plan" to secret.md', { depth: 'moderate' }),
    ]
    await h.jobs.tick()
    const response = await ask()
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const text = await response.text()
    const figures = parseFigures(text)
    for (const depth of ['simple', 'moderate', 'complex']) {
      expect(figures[`mneme_turns_total{depth="${depth}",status="completed"}`]).toBe(1)
      expect(figures[`mneme_turn_duration_seconds_count{depth="${depth}"}`]).toBe(1)
      expect(figures[`mneme_turn_duration_seconds_bucket{le="+Inf",depth="${depth}"}`]).toBe(1)
    }
    expect(figures).toMatchObject({
      'mneme_turn_steps_sum{depth="simple"}': 1,
      'mneme_turn_tools_count{complexity="moderate"}': 1,
      'mneme_classified_total{complexity="complex",by="person"}': 1,
      'mneme_tool_calls_total{tool="write_file",ok="true"}': 1,
      mneme_step_cap_total: 0,
    })
    expect(figures.process_resident_memory_bytes).toBeGreaterThan(0)
    for (const name of Object.keys(FIGURES)) expect(text).toContain(`# TYPE ${name} `)

    expect(text).not.toMatch(/sailing|Marlinspike|secret/)
    const ids = turns.flatMap(({ id, conversationId, ownerId }) => [id, conversationId, ownerId])
    expect(ids.filter((id) => text.includes(`"${id}"`))).toEqual([])
    expect(lines).toContain('Step 1: action write_file')
    await h.close()
  })

  it('refuses strangers with a sentence, behind a proxy that lets them ask', async () => {
    testingEnv({ MNEME_ACCESS_TOKEN: 'ana:a-token-of-ana', MNEME_METRICS_TOKEN: 'a-metrics-token' })
    const through = proxy(new NextRequest(ADDRESS, { headers: { host: '127.0.0.1:3000' } }))
    expect(through.headers.get('x-middleware-next')).toBe('1')
    const refused = await ask()
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await refused.json()).toMatchObject({
      error: { code: 'unauthorised', message: 'Send the metrics token: Authorization: Bearer TOKEN.' },
    })
    expect((await ask({ authorization: 'Bearer a-metrics-token' })).status).toBe(200)
    testingEnv()
    expect((await GET(new Request(ADDRESS))).status).toBe(401)
  })
})
