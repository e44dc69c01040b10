import { z } from 'zod'
import { strategyStateSchema, strategyTextSchema } from './strategies'

/** A file of strategies for other installations, by the name it carries. */
export const STRATEGIES_FILE = 'mneme-strategies'
/** Imports refuse higher ones. */
export const STRATEGIES_VERSION = 1

/**
 * A strategy in a shared file: its text, and how reliable it was in its installation. Ids, turns,
 * conversations, counters, links and dates are left out.
 */
export const sharedStrategySchema = z.object({
  ...strategyTextSchema.shape,
  outcome: strategyStateSchema.shape.outcome,
  confidence: z.number().min(0).max(1),
})
export type SharedStrategy = z.infer<typeof sharedStrategySchema>

/** The whole file. Each entry is checked on its own, so that a broken one does not block the others. */
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
/**
 * A file before it is saved. `notes` = for each strategy the words that were replaced, and those that may be
 * names.
 */
export type ShareDraft = {
  file: StrategiesFile
  notes: { replaced: string[]; doubtful: string[] }[]
}
/** The file with these strategies only. A domain that they no longer share is not named. */
export const fileOf = ({ file }: ShareDraft, strategies: SharedStrategy[]): StrategiesFile => ({
  ...file,
  domain: strategies.every(({ domain }) => domain === file.domain) ? file.domain : null,
  strategies,
})
