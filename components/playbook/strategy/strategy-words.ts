import type { Format } from '@/components/ui/words/use-format'
import type { StrategyDto, StrategyEffect } from '@/lib/shared/learning/playbook'
import type { StrategyStatus, StrategyText } from '@/lib/shared/learning/strategies'
import { limitsOfPlaybook as limits } from '@/lib/shared/limits/playbook'
import { UNTITLED } from '@/lib/shared/untitled'

export const KIND_WORDS: Record<StrategyText['kind'], string> = {
  principle: 'Principle',
  guardrail: 'Guardrail',
  procedure: 'Procedure',
}
export const STATUS_WORDS: Record<StrategyStatus, string> = {
  active: 'In use',
  quarantined: 'Quarantined',
  retired: 'Retired',
  proposed: 'Waiting for approval',
}
/** Its row on the Playbook page. */
export const strategyHref = (slug: string) => `/playbook?strategy=${slug}`

/** Why a strategy is not in use. */
export const STATUS_HELP: Partial<Record<StrategyStatus, string>> = {
  quarantined: 'It did more harm than good, so it is left out of prompts until it is tried once more.',
  retired: 'It is left out of prompts.',
}

/** "cited 4 times in 12 turns", "used in 12 turns", or that it was never used. */
export function usageWords({ uses, cited, by }: StrategyDto, { plural }: Format): string {
  if (uses === 0 && cited === 0) return by === 'import' ? 'not used here yet' : 'not used yet'
  return `${cited ? `cited ${plural(cited, 'time')}` : 'used'} in ${plural(uses, 'turn')}`
}

const RATINGS = ['helpful', 'harmful', 'neutral'] as const
/** "3 helpful, 1 harmful"; null before the first rating. */
export const ratingWords = (counters: StrategyDto): string | null =>
  RATINGS.flatMap((tag) => (counters[tag] ? [`${counters[tag]} ${tag}`] : [])).join(', ') || null

/** Where it is used, and its name for the model. */
export function aboutWords({ slug, conversation }: StrategyDto): string {
  const where = conversation ? `only in “${conversation.title || UNTITLED}”` : 'in every conversation'
  return `Used ${where}. Its id in prompts and exports is ${slug}.`
}

/** Where a strategy without a source turn comes from. */
export const originWords = ({ by }: Pick<StrategyDto, 'by'>) =>
  by === 'person' ? 'added by you' : by === 'import' ? 'imported' : 'learned'

export const tagsIn = (text: string) => [...new Set(text.split(',').flatMap((tag) => tag.trim() || []))]

/** How many judged turns there are of those it takes to show an effect. */
export function tooFewWords({ used, others }: StrategyEffect, { number }: Format): string {
  const of = (judged: number) => `${number(judged)} of ${number(limits.effectTurns)}`
  return used.judged < limits.effectTurns
    ? `Too early to tell (${of(used.judged)} uses).`
    : `Too early to tell (${of(others.judged)} similar turns without it).`
}

/** The effect in a sentence, once there are enough turns on both sides. */
export function effectWords({ used, others }: StrategyEffect, { percent }: Format): string | null {
  const parts: string[] = []
  if (used.rate !== null && others.rate !== null)
    parts.push(`${percent(used.rate)} judged a success, compared with ${percent(others.rate)} without it`)
  if (used.tokens !== null && others.tokens) {
    const share = used.tokens / others.tokens - 1
    const words =
      Math.abs(share) < 0.005
        ? 'as many tokens'
        : `${percent(Math.abs(share))} ${share < 0 ? 'fewer' : 'more'} tokens`
    parts.push(words)
  }
  return parts.length ? `Turns that cite it: ${parts.join('; ')}.` : null
}
