import { randomUUID } from 'node:crypto'
import type { Runtime } from '@/lib/shared/runtime'

/** The real clock, ids and randomness. */
export const systemRuntime: Runtime = {
  now: () => new Date(),
  id: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`,
  random: Math.random,
}
