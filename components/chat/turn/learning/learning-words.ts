import type { Format } from '@/components/ui/words/use-format'
import { capitalised } from '@/lib/shared/capitalised'
import type { TurnDto } from '@/lib/shared/dto'
import { type LearningDto, SCORE_FACTORS, type ScoreParts } from '@/lib/shared/learning/learning'

const FACTORS: Record<keyof ScoreParts, { name: string; colour: string }> = {
  similarity: { name: 'fits the message', colour: 'var(--recall-fill)' },
  recency: { name: 'recent', colour: 'var(--series-workspace)' },
  reliability: { name: 'reliable', colour: 'var(--series-playbook)' },
  diversity: { name: 'overlaps another', colour: 'var(--series-thoughts)' },
}
/** Smaller parts would be shown as 0.00. */
const LEAST = 0.005

/** Names and colours for the parts of a strategy's score. */
export const factorsOf = (parts: ScoreParts) =>
  SCORE_FACTORS.map((factor) => ({ ...FACTORS[factor], value: parts[factor] })).filter(
    ({ value }) => Math.abs(value) >= LEAST,
  )
export const scoreIn = (parts: ScoreParts) => Object.values(parts).reduce((sum, part) => sum + part, 0)

const strategies = (count: number) => (count === 1 ? '1 strategy' : `${count} strategies`)

const VERDICT_WORDS = { success: 'judged a success', failure: 'judged a failure', unknown: 'not judged' }

/**
 * `Used 1 strategy · judged a success · learned 1 strategy`. A strategy counts as used if it was cited. Empty
 * if there is nothing worth a line.
 */
export function learningWords({ used, others, verdict, learned }: LearningDto): string {
  const cited = used.filter((one) => one.cited).length
  const all = used.length + others
  const isTelling = verdict && (verdict.label === 'failure' || verdict.by === 'model')
  const parts = [
    ...(cited ? [`used ${strategies(cited)}`] : all ? [`${strategies(all)} in the prompt`] : []),
    ...(verdict && (isTelling || all || learned.length) ? [VERDICT_WORDS[verdict.label]] : []),
    ...(learned.length ? [`learned ${strategies(learned.length)}`] : []),
  ]
  return capitalised(parts.join(' · '))
}

/** Below this, turns differ by what else the machine did. */
const TELLING_MS = 1_000

/** `12 s, similar turns take 18 s`; null without enough similar turns, or where both are short. */
export function timeWords(
  { startedAt, endedAt, learning }: Pick<TurnDto, 'startedAt' | 'endedAt' | 'learning'>,
  format: Format,
): string | null {
  if (!startedAt || !endedAt || learning?.usualMs == null) return null
  const ms = Date.parse(endedAt) - Date.parse(startedAt)
  if (Math.max(ms, learning.usualMs) < TELLING_MS) return null
  return `${format.duration(ms)}, similar turns take ${format.duration(learning.usualMs)}`
}

const BY = {
  person: 'Your rating',
  model: 'Judged by the model',
  heuristic: 'Judged by built-in rules',
} as const
/** `Judged by the model, 90% sure: The date was wrong.` */
export const verdictWords = ({ by, confidence, reasons }: NonNullable<LearningDto['verdict']>) =>
  `${BY[by]}${by === 'person' ? '' : `, ${Math.round(confidence * 100)}% sure`}${reasons.length ? `: ${reasons.join(' ')}` : '.'}`

/** What is said of the strategies that are not listed one by one. */
export const othersWords = (others: number, listed: number) =>
  others === 1
    ? `${listed ? 'One more strategy' : 'One strategy'} from the playbook was in the prompt but not cited.`
    : `${listed ? `${others} more` : others} strategies from the playbook were in the prompt but not cited.`
