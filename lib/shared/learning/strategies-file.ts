import { z } from 'zod'
import { strategyStateSchema, strategyTextSchema } from './strategies'

/** A file of strategies for other installations, by the name it carries. */
export const STRATEGIES_FILE = 'mneme-strategies'
/** Imports refuse higher ones. */
export const STRATEGIES_VERSION = 1

/**
 * A strategy as a file shares it: what it says, and how reliable it was where it comes from. Left out are ids, turns,
 * conversations, counters, links and dates.
 */
export const sharedStrategySchema = z.object({
  ...strategyTextSchema.shape,
  outcome: strategyStateSchema.shape.outcome,
  confidence: z.number().min(0).max(1),
})
export type SharedStrategy = z.infer<typeof sharedStrategySchema>

/** The whole file. Each entry is checked by itself, so that a broken one does not refuse the others. */
export const strategiesFileSchema = z.object({
  format: z.literal(STRATEGIES_FILE),
  version: z.int().min(1),
  strategies: z.array(z.unknown()),
})
/** `domain` null = of every domain. */
export type StrategiesFile = {
  format: typeof STRATEGIES_FILE
  version: typeof STRATEGIES_VERSION
  domain: string | null
  exportedAt: string
  strategies: SharedStrategy[]
}
