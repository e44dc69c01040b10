import { type LearningDto, SCORE_FACTORS, type ScoreParts } from '@/lib/shared/learning'

const FACTORS: Record<keyof ScoreParts, { name: string; colour: string }> = {
  similarity: { name: 'fits the message', colour: 'var(--recall-fill)' },
  recency: { name: 'recent', colour: 'var(--series-workspace)' },
  reliability: { name: 'reliable', colour: 'var(--series-playbook)' },
  diversity: { name: 'like another one', colour: 'var(--series-thoughts)' },
}
/** Smaller parts would be shown as 0.00. */
const LEAST = 0.005

/** The parts of a strategy's score in words, with their colours. */
export const factorsOf = (parts: ScoreParts) =>
  SCORE_FACTORS.map((factor) => ({ ...FACTORS[factor], value: parts[factor] })).filter(
    ({ value }) => Math.abs(value) >= LEAST,
  )
export const scoreIn = (parts: ScoreParts) => Object.values(parts).reduce((sum, part) => sum + part, 0)

const strategies = (count: number) => (count === 1 ? '1 strategy' : `${count} strategies`)

/** `Used 2 strategies, cited 1`. */
export function learningWords({ used, others }: LearningDto): string {
  const cited = used.filter((one) => one.cited).length
  return `Used ${strategies(used.length + others)}, cited ${cited || 'none'}`
}

/** What is said of the strategies that are not listed one by one. */
export const othersWords = (others: number, listed: number) =>
  others === 1
    ? `${listed ? 'One more strategy' : 'One strategy'} of the playbook was in the prompt and not cited.`
    : `${listed ? `${others} more` : others} strategies of the playbook were in the prompt and not cited.`

export const strategyHref = (slug: string) => `/playbook?strategy=${slug}`
