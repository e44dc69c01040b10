import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { cosine, rarityOf, termsOf, weightsOf } from '@/lib/learning/similar'
import { emptyTermIndex, putText, similarTo } from '@/lib/learning/term-index'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import type { Row } from '../bench'
import { rounded } from '../stats'

const rowSchema = z.object({
  strategy: z.string(),
  /** Messages it should be retrieved for, and one that only shares words with it. */
  fits: z.array(z.string()),
  other: z.string(),
  /** The same lesson in other words, and another lesson on the same subject. */
  same: z.string(),
  different: z.string(),
})
const file = path.join(import.meta.dirname, 'data', 'similarity.jsonl')
export const labelled = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => rowSchema.parse(JSON.parse(line)))

const share = (values: readonly number[], least: number) =>
  rounded((100 * values.filter((value) => value >= least).length) / values.length)

/** Similarities of lessons with the same meaning, and of different ones. */
export function pairSimilarities(): { same: number[]; different: number[] } {
  const rarity = rarityOf(labelled.flatMap((row) => [row.strategy, row.same, row.different]).map(termsOf))
  const alike = (a: string, b: string) => cosine(weightsOf(termsOf(a), rarity), weightsOf(termsOf(b), rarity))
  return {
    same: labelled.map((row) => alike(row.strategy, row.same)),
    different: labelled.map((row) => alike(row.strategy, row.different)),
  }
}

/**
 * What the floor of retrieval and the limit for asking a model let through, in percent of the labelled cases.
 */
export function calibration(): Row[] {
  const index = emptyTermIndex<number>()
  for (const [i, { strategy }] of labelled.entries()) putText(index, `s${i}`, strategy, i)
  const found = (message: string) =>
    new Map(similarTo(index, message, 0).map((one) => [one.item, one.similarity]))
  const fitting = labelled.flatMap(({ fits }, i) => fits.map((message) => found(message).get(i) ?? 0))
  const others = labelled.map(({ other }, i) => found(other).get(i) ?? 0)
  const { same, different } = pairSimilarities()
  const [floor, ask] = [limitsOfRetrieval.leastSimilarity.words, limitsOfLearning.askAt]
  const row = (measure: string, value: number) => ({ measure, value, unit: '%' })
  return [
    row(`fitting messages at least ${floor} similar`, share(fitting, floor)),
    row(`other messages at least ${floor} similar`, share(others, floor)),
    row(`same lesson at least ${ask} similar`, share(same, ask)),
    row(`different lesson at least ${ask} similar`, share(different, ask)),
  ]
}
