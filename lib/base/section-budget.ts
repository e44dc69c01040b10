import { limits } from '@/lib/shared/limits'

/** Tokens that a section may hold in a prompt of `totalTokens`: its share grows with the whole. In a smaller prompt what is least important goes first instead. */
export const sectionBudget = (name: keyof typeof limits.prompt.sections, totalTokens: number): number =>
  Math.round(limits.prompt.sections[name] * Math.max(1, totalTokens / limits.prompt.totalTokens))
