import { z } from 'zod'
import type { StrategyStatus } from './strategies'
import type { Verdict } from './verdict'

const weight = z.number().min(0).max(1)
/** What each factor of a score weighs. `diversity` is taken off for being like a strategy chosen before. */
export const learningWeightsSchema = z.strictObject({
  similarity: weight,
  recency: weight,
  reliability: weight,
  diversity: weight,
})
export type LearningWeights = z.infer<typeof learningWeightsSchema>
export const SCORE_FACTORS = Object.keys(learningWeightsSchema.shape) as (keyof LearningWeights)[]
/** What each factor adds to a score; together they are the score. */
export type ScoreParts = Record<keyof LearningWeights, number>
export const learningPartsSchema = z.record(learningWeightsSchema.keyof(), z.number())

/** A strategy in a turn's prompts that was retrieved for it, or cited. */
export type UsedStrategyDto = {
  slug: string
  title: string
  content: string
  place: 'playbook' | 'retrieved'
  /** Null for one that is always in the prompt. */
  parts: ScoreParts | null
  cited: boolean
  /** It is quarantined, and this was its trial. */
  trial: boolean
}
/** A strategy that was learned from a turn. */
export type LearnedStrategyDto = { slug: string; title: string; status: StrategyStatus }
/**
 * What a turn used from the playbook and added to it. `used` = retrieved ones by rank, then those of the
 * playbook that the answer cites; `others` = how many more from the playbook were in the prompt; `verdict` =
 * how the turn went, null if unknown.
 */
export type LearningDto = {
  used: UsedStrategyDto[]
  others: number
  verdict: Verdict | null
  learned: LearnedStrategyDto[]
}
