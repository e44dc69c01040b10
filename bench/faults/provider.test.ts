/** @module-tag full */
import { describe, expect, it } from 'vitest'
import type { Models } from '@/lib/model/models'
import { withVirtualClock } from '../virtual-clock'
import { type FaultReport, tryCase } from './provider'
import { type FaultCase, nameOf } from './provider-case'

/** One fault of each sort, covering every phase and both APIs; the bench combines all of them. */
const CASES: FaultCase[] = [
  { fault: 'server-error', phase: 'think', api: 'responses', passing: false },
  { fault: 'bad-tool-json', phase: 'think', api: 'chat', passing: true },
  { fault: 'cut', phase: 'act', api: 'chat', passing: false },
  { fault: 'corrupt', phase: 'act', api: 'responses', passing: false },
  { fault: 'failing-tool', phase: 'act', api: 'chat', passing: false },
  { fault: 'stall-midway', phase: 'act', api: 'responses', passing: true },
  { fault: 'half-json', phase: 'notes', api: 'chat', passing: false },
  { fault: 'unauthorised', phase: 'notes', api: 'responses', passing: false },
  { fault: 'empty-text', phase: 'roll-up', api: 'chat', passing: false },
]
const CLEAN: Omit<FaultReport, 'ms'> = { problems: [], settled: true, difference: 0 }

/** A broken variant that reports a truncated stream as a complete answer. */
const blind = (models: Models): Models => ({
  ...models,
  async call(role, request, sink) {
    const result = await models.call(role, request, sink)
    return result.error ? { ...result, error: null, finish: 'stop' } : result
  },
})
/** A broken variant that drops failed attempts. */
const forgetful = (models: Models): Models => ({
  ...models,
  async call(role, request, sink) {
    const result = await models.call(role, request, sink)
    return { ...result, tries: result.tries.filter((one) => one.ok) }
  },
})

describe('a misbehaving provider', () => {
  it.each(CASES.map((one) => [nameOf(one), one] as const))(
    '%s: the turn settles, the jobs end, the ledger is what was reported',
    async (_, one) => {
      const { ms, ...found } = await withVirtualClock(() => tryCase(one))
      expect(found).toEqual(CLEAN)
      expect(ms).toBeGreaterThan(0)
    },
  )

  it('negative control: the check detects a truncated answer that is reported as complete', async () => {
    const { problems } = await withVirtualClock(() =>
      tryCase({ fault: 'cut', phase: 'act', api: 'chat', passing: false }, blind),
    )
    expect(problems.join()).toMatch(/hole|empty answer/)
  })

  it('negative control: the check detects failed calls that are missing from the ledger', async () => {
    const { difference } = await withVirtualClock(() =>
      tryCase({ fault: 'cut-after-usage', phase: 'act', api: 'chat', passing: false }, forgetful),
    )
    expect(difference).toBeGreaterThan(0)
  })
})
