import { limits } from '../limits'
import { limitsOfRetrieval } from './retrieval'

const { action, answer, window } = limits
/** The ranges of numbers that a person may set, by setting. Times in milliseconds. */
export const settingRanges = {
  'thinking.maxRounds': { min: 1, max: 20 },
  /** Below the minimum not even one round fits. */
  'thinking.tokenBudget': { min: 500, max: 200_000 },
  'thinking.maxRecallContexts': { min: 1, max: 20 },
  'action.maxSteps': { min: 1, max: action.mostSteps },
  'action.consecutiveMistakeLimit': { min: 1, max: 20 },
  'answer.maxTokens': { min: answer.leastTokens, max: answer.mostTokens },
  /** To the first byte of a call, and between two. */
  'model.apiRequestTimeout': { min: 1_000, max: 3_600_000 },
  'model.silenceTimeout': { min: 1_000, max: 3_600_000 },
  'model.callTimeout': { min: 60_000, max: 86_400_000 },
  'model.maxRetryAttempts': { min: 0, max: 10 },
  'window.size': window,
  'window.minSize': window,
  'window.maxSize': window,
  'prompt.totalTokens': { min: 4_000, max: 1_000_000 },
  'rollUp.every': { min: 2, max: 100 },
  'learning.retrievalK': { min: 0, max: limitsOfRetrieval.mostK },
  'learning.minConfidence': { min: 0, max: 1 },
  /** Completed turns between two consolidations. */
  'learning.consolidateEvery': { min: 2, max: 1_000 },
  /** Days that full texts are kept without a recall. */
  'memory.retentionDays': { min: 30, max: 3_650 },
  /** Of one token of another program. */
  'outside.callsPerMinute': { min: 1, max: 600 },
  /** A month. */
  'budget.dollars': { min: 1, max: 1_000_000 },
  'budget.tokens': { min: 1_000, max: 1_000_000_000_000 },
} as const
export type RangedSetting = keyof typeof settingRanges
