import { expect, it } from 'vitest'
import { harness, type Reply } from '@/lib/agent/testing'
import { keptTelemetry } from './testing-figures'

const SUMMARY = {
  summary: 'The person owns a red boat.',
  keyInsights: ['The boat is red.'],
  insights: ['Red.'],
}
const ENOUGH = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }
const FAILURE = { code: 'provider_timeout', message: 'It took too long.' } as const

it('the figures count the tokens and calls of the ledger: turns, failed ones, and jobs', async () => {
  const { telemetry, figures } = keptTelemetry()
  const replies: Reply[] = [
    { text: 'Nothing to look up.', calls: [ENOUGH] },
    { text: 'Noted.' },
    { error: FAILURE },
  ]
  const h = await harness((_, i) => replies[i] ?? { text: JSON.stringify(SUMMARY) }, { telemetry })
  h.models.offline = false
  await h.say('c', 'My boat is red.')
  await h.say('d', 'And my car?', { depth: 'simple' })
  await h.jobs.tick()

  const rows = await h.db.step.groupBy({
    by: ['role'],
    _count: { _all: true },
    _sum: { inputTokens: true, outputTokens: true },
    orderBy: { role: 'asc' },
  })
  expect(rows.map(({ role }) => role)).toEqual(['fast', 'reflective', 'utility'])
  for (const { role, _count, _sum } of rows) {
    const calls = ['true', 'false'].map((ok) => figures[`mneme_model_calls_total{role="${role}",ok="${ok}"}`])
    expect(calls.reduce((sum = 0, count = 0) => sum + count, 0)).toBe(_count._all)
    const tokens = ['input', 'output'].map(
      (kind) => figures[`mneme_tokens_total{role="${role}",kind="${kind}"}`] ?? 0,
    )
    expect(tokens).toEqual([_sum.inputTokens, _sum.outputTokens])
  }
  expect(figures['mneme_model_calls_total{role="fast",ok="false"}']).toBe(1)
  expect(figures['mneme_turns_total{depth="simple",status="failed"}']).toBe(1)
  expect(figures['mneme_jobs_total{kind="notes",ok="true"}']).toBeGreaterThan(0)
  await h.close()
})
