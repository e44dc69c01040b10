import { expect, it } from 'vitest'
import { byHand, otherProcess, PLAIN } from '@/lib/agent/testing-hands'
import { limits } from '@/lib/shared/limits'
import { keptTelemetry } from '@/lib/telemetry/testing-figures'

const turnsIn = (figures: Record<string, number>) =>
  Object.entries(figures).filter(([name]) => name.startsWith('mneme_turns_total'))
const INTERRUPTED = 'mneme_turns_total{depth="moderate",status="interrupted"}'

it('a turn that another process took over is counted there, and only there', async () => {
  const [first, second] = [keptTelemetry(), keptTelemetry()]
  const a = await byHand({ telemetry: first.telemetry })
  const b = await otherProcess(a, 'b', { telemetry: second.telemetry })
  const turn = await a.send('c', 'Tell me.', PLAIN)
  const call = await a.model.next()
  call.say('Half an ans')
  a.runner.entry(turn.id)?.log.flushBuffer()
  await a.runner.flush()
  b.runtime.advance(limits.runner.leaseMs + 1_000)
  await b.runner.tickSweep()
  call.say('wer.').end()
  await a.runner.settled(turn.id)
  expect(turnsIn(second.figures)).toEqual([[INTERRUPTED, 1]])
  expect(turnsIn(first.figures)).toEqual([])
  expect(first.spans.map(({ error }) => error)).toEqual(['lease_lost'])
  for (const h of [a, b]) await h.close()
})

it('a turn that could not be saved at first is counted once, as failed', async () => {
  const { telemetry, figures } = keptTelemetry()
  const h = await byHand({ telemetry })
  const turn = await h.send('c', 'Tell me.', PLAIN)
  const call = await h.model.next()
  await h.readOnly(true)
  call.say('The whole answer.').end()
  await h.runner.settled(turn.id)
  await h.readOnly(false)
  await h.runner.tickSweep()
  expect((await h.turn(turn.id)).status).toBe('interrupted')
  expect(turnsIn(figures)).toEqual([['mneme_turns_total{depth="moderate",status="failed"}', 1]])
  await h.close()
})
