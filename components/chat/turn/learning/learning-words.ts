import { capitalised } from '@/lib/shared/capitalised'
import { type LearningDto, SCORE_FACTORS, type ScoreParts } from '@/lib/shared/learning/learning'

const FACTORS: Record<keyof ScoreParts, { name: string; colour: string }> = {
  similarity: { name: 'fits the message', colour: 'var(--recall-fill)' },
  recency: { name: 'recent', colour: 'var(--series-workspace)' },
  reliability: { name: 'reliable', colour: 'var(--series-playbook)' },
  diversity: { name: 'overlaps another', colour: 'var(--series-thoughts)' },
}
/** Smaller parts would be shown as 0.00. */
const LEAST = 0.005

export const factorsShown = (parts: ScoreParts) =>
  SCORE_FACTORS.map((factor) => ({ ...FACTORS[factor], value: parts[factor] })).filter(
    ({ value }) => Math.abs(value) >= LEAST,
  )
export const scoreIn = (parts: ScoreParts) => Object.values(parts).reduce((sum, part) => sum + part, 0)

const lessons = (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`)

const VERDICT_WORDS = { success: 'judged a success', failure: 'judged a failure', unknown: 'not judged' }

/** `Used 1 lesson · judged a success by the model`; used = cited. '' = nothing to say. */
export function learningWords({ used, others, verdict, learned }: LearningDto): string {
  const cited = used.filter((one) => one.cited).length
  const all = used.length + others
  const isTelling = verdict && (verdict.label === 'failure' || verdict.by === 'model')
  const judge = verdict?.by === 'model' && verdict.label !== 'unknown' ? ' by the model' : ''
  const parts = [
    cited ? `used ${lessons(cited)}` : all > 0 && `${lessons(all)} shown`,
    verdict && (isTelling || all || learned.length) && VERDICT_WORDS[verdict.label] + judge,
    learned.length && `learned ${lessons(learned.length)}`,
  ]
  return capitalised(parts.filter(Boolean).join(' · '))
}

const BY = {
  person: 'Your rating',
  model: 'Judged by the model',
  heuristic: 'Judged by built-in rules',
} as const
/** `Judged by the model, 90% sure: The date was wrong.` */
export const verdictWords = ({ by, confidence, reasons }: NonNullable<LearningDto['verdict']>) =>
  `${BY[by]}${by === 'person' ? '' : `, ${Math.round(confidence * 100)}% sure`}${reasons.length ? `: ${reasons.join(' ')}` : '.'}`

export const othersWords = (others: number, listed: number) =>
  others === 1
    ? `${listed ? 'One more lesson' : 'One lesson'} was in the prompt but not cited.`
    : `${listed ? `${others} more` : others} lessons were in the prompt but not cited.`
