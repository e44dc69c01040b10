import { testModels } from '@/lib/model/testing'
import { harness } from './testing'

/** The real agent with the built-in engine, which answers at once. */
export async function offlineHarness() {
  const h = await harness(() => ({}))
  Object.assign(h.deps, { models: testModels({ provider: 'offline', delayMs: 0 }).models })
  return h
}
