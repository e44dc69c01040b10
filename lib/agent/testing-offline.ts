import { testModels } from '@/lib/model/testing'
import type { RunnerDeps } from '@/lib/runtime/runner-deps'
import { harness } from './testing'

/** The real agent with the built-in engine, which answers without delay. */
export async function offlineHarness(over: Partial<RunnerDeps> = {}) {
  const h = await harness(() => ({}), over)
  Object.assign(h.deps, { models: testModels({ provider: 'offline', delayMs: 0 }).models })
  return h
}
