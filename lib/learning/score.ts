import { DAY_MS } from '@/lib/shared/day'
import type { LearningWeights, ScoreParts } from '@/lib/shared/learning/learning'
import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'
import type { Words } from '@/lib/shared/pick'
import type { IndexedStrategy } from './strategy-index'

/** What a score is made of, besides the similarity. `prior` = its confidence before it was used. */
export type Scorable = Pick<IndexedStrategy, Words<'id prior helpful harmful createdAt updatedAt'>> & {
  similarity: number
}
type Scored<T> = { of: T; score: number; parts: ScoreParts }
export type Scoring = { weights: LearningWeights; now: number }

const ageInDays = (createdAt: number, now: number) => Math.max(0, now - createdAt) / DAY_MS

const recency = (days: number) => 2 ** (-days / limits.halfLifeDays)

type Tagged = Pick<Scorable, 'prior' | 'helpful' | 'harmful'>
/** (helpful + 4 prior) / (helpful + harmful + 4). */
export const reliability = ({ prior, helpful, harmful }: Tagged): number =>
  (helpful + limits.priorUses * prior) / (helpful + harmful + limits.priorUses)

/** A strategy's score when its greatest similarity to one chosen before is `likeChosen`. */
export function scoreOf<T extends Scorable>(of: T, { weights, now }: Scoring, likeChosen = 0): Scored<T> {
  const parts = {
    similarity: weights.similarity * of.similarity,
    recency: weights.recency * recency(ageInDays(of.createdAt, now)),
    reliability: weights.reliability * reliability(of),
    diversity: likeChosen === 0 ? 0 : -weights.diversity * likeChosen,
  }
  return { of, score: Object.values(parts).reduce((sum, part) => sum + part, 0), parts }
}

/** Scores this close are equal: sums in another order differ in the last bits. */
const EPSILON = 1e-9
const comesFirst = (a: Scored<Scorable>, b: Scored<Scorable>) =>
  Math.abs(a.score - b.score) > EPSILON
    ? a.score > b.score
    : a.of.updatedAt !== b.of.updatedAt
      ? a.of.updatedAt > b.of.updatedAt
      : a.of.id < b.of.id

/**
 * The best `k` by their score after the earlier ones were chosen, without those below a floor. Ties go to the
 * one changed last.
 */
export function select<T extends Scorable>(
  candidates: readonly T[],
  k: number,
  scoring: Scoring,
  alike: (a: T, b: T) => number,
): Scored<T>[] {
  const able = candidates
    .map((of) => scoreOf(of, scoring))
    .filter(({ score }) => score >= limits.leastScore)
    .sort((a, b) => b.score - a.score)
  const chosen: Scored<T>[] = []
  while (chosen.length < k) {
    let best: Scored<T> | null = null
    for (const { of, score } of able) {
      // A penalty only lowers a score, so nothing further down can be better.
      if (best && score < best.score - EPSILON) break
      if (chosen.some((one) => one.of === of)) continue
      const one = scoreOf(of, scoring, Math.max(0, ...chosen.map((other) => alike(of, other.of))))
      if (!best || comesFirst(one, best)) best = one
    }
    if (!best) break
    chosen.push(best)
  }
  return chosen
}
