import { shownOf } from '@/lib/db/learning/retrieval'
import { type StrategyRow, strategiesOf } from '@/lib/db/learning/strategies'
import { goodTurns, type PastTurn } from '@/lib/db/learning/uses/past-turns'
import { limitsOfExamples as limits } from '@/lib/shared/limits/examples'
import { byMeaning, byWords, type Meaning, queryVector } from './measures'
import { isInScope, type StrategyReader } from './scope'
import { type IndexedStrategy, type StrategyIndex, strategyIndex } from './strategy-index'

/** A procedure that fits a message, with the turn that it was measured in. */
export type Example = { row: StrategyRow; similarity: number; turn: PastTurn }
/** `steps` = of all good turns that the similar procedures come from. */
export type Examples = { shown: Example[]; steps: number[] }
export const noExamples = (): Examples => ({ shown: [], steps: [] })

/**
 * How good an example is: 10, 5 more with under three tool calls, 5 less if one of them failed, 5 more or
 * less for a thumb. Vectors: 1 call, none failed = 15; 4 calls, 1 failed = 5; 2 calls, 1 failed, thumb up =
 * 15.
 */
export const qualityOf = ({ tools, failed, feedback }: Pick<PastTurn, 'tools' | 'failed' | 'feedback'>) =>
  10 + (tools < 3 ? 5 : 0) - (failed > 0 ? 5 : 0) + 5 * feedback

/** The nearest-rank percentile of steps, as a step limit: [1..10] gives 9. Null with too few turns to say. */
export function stepsOfMost(steps: readonly number[]): number | null {
  if (steps.length < limits.leastTurns) return null
  const sorted = [...steps].sort((a, b) => a - b)
  return Math.max(limits.leastSteps, sorted[Math.ceil(limits.share * sorted.length) - 1] ?? 0)
}

/**
 * The procedures that fit a message best. Those under quarantine, of other domains or from the trash are left
 * out.
 */
export async function findExamples(
  reader: StrategyReader,
  text: string,
  meaning: Meaning | null = null,
): Promise<Examples> {
  const { db, ownerId } = reader
  if (reader.reach === 'off') return noExamples()
  const index = await strategyIndex(db, ownerId, meaning?.space)
  const isWanted = (item: IndexedStrategy) =>
    item.kind === 'procedure' &&
    !item.quarantined &&
    isInScope(item, reader) &&
    (reader.domain === '' || item.domain === reader.domain)
  // Nothing is sent while there is nothing to find.
  if (!index.texts.items.some((item) => item && isWanted(item))) return noExamples()
  const found = (await similarProcedures(index, text, meaning, isWanted))
    .sort((a, b) => b.similarity - a.similarity || (a.item.id < b.item.id ? -1 : 1))
    .slice(0, limits.looked)
  if (found.length === 0) return noExamples()
  const ids = found.map(({ item }) => item.id)
  const [visible, rows] = await Promise.all([shownOf(db, ownerId, ids), strategiesOf(db, ownerId, ids)])
  const procedures = found.flatMap(({ item: { id }, similarity }) => {
    const row = visible.has(id) ? rows.get(id) : undefined
    return row ? [{ row, similarity }] : []
  })
  const turns = await goodTurns(db, ownerId, [...new Set(procedures.flatMap(({ row }) => row.sources))])
  const examples = procedures.flatMap(({ row, similarity }) => {
    const own = row.sources.flatMap((id) => turns.get(id) ?? [])
    const [turn] = own.filter((one) => qualityOf(one) > limits.quality)
    return turn ? [{ row, similarity, turn }] : []
  })
  return {
    shown: examples.slice(0, limits.shown),
    steps: [...turns.values()].map(({ steps }) => steps),
  }
}

type Similar = { item: IndexedStrategy; similarity: number }
/** By meaning where there are vectors, and by words those whose text must not be sent. */
async function similarProcedures(
  index: StrategyIndex,
  text: string,
  meaning: Meaning | null,
  isWanted: (item: IndexedStrategy) => boolean,
): Promise<Similar[]> {
  const found: Similar[] = []
  const take = (item: IndexedStrategy, similarity: number) => {
    if (similarity >= limits.leastSimilarity && isWanted(item)) found.push({ item, similarity })
  }
  const query = meaning && (await queryVector(index, meaning))
  const vectors = query && index.vectors
  if (vectors) byMeaning(index, vectors, query).each((item, _, similarity) => take(item, similarity))
  byWords(index, text).each((item, _, similarity) => {
    if (!vectors || vectors.of.get(item.id)?.length === 0) take(item, similarity)
  })
  return found
}
