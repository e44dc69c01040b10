import { limits } from '@/lib/shared/limits'

/**
 * The token budget of a section in a prompt of `totalTokens`. It grows with larger prompts; smaller ones drop
 * the least important items instead.
 */
export const sectionBudget = (name: keyof typeof limits.prompt.sections, totalTokens: number): number =>
  Math.round(limits.prompt.sections[name] * Math.max(1, totalTokens / limits.prompt.totalTokens))
