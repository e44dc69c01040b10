import { mean, percentile, type Row } from '../bench'
import { type Conversation, counts } from './data'

/** A question, the hits and the expected evidence. */
export type Asked = {
  category: string
  conversation: number
  ms: number
  r1: number
  r5: number
  r10: number
  r20: number
  ndcg10: number
  mrr: number
  session1: number
}

const shareIn = (ranked: readonly string[], evidence: ReadonlySet<string>, k: number) =>
  new Set(ranked.slice(0, k).filter((id) => evidence.has(id))).size / evidence.size
const gain = (rank: number) => 1 / Math.log2(rank + 2)

/**
 * Recall@k = share of the evidence among the first k; nDCG@10 with gain 1 for evidence; MRR of the first
 * evidence; session1 = the first hit is in a session that holds evidence. Test vector: evidence a, b; ranked
 * x, a -> r1 0, r5 0.5, mrr 0.5, nDCG@10 0.6309 / 1.6309 = 0.3869.
 */
export function score(
  ranked: readonly string[],
  question: Conversation['questions'][number],
  sessionOf: ReadonlyMap<string, number>,
): Omit<Asked, 'conversation' | 'ms'> {
  const evidence = new Set(question.evidence)
  const dcg = ranked.slice(0, 10).reduce((sum, id, rank) => sum + (evidence.has(id) ? gain(rank) : 0), 0)
  const ideal = Array.from({ length: Math.min(10, evidence.size) }, (_, rank) => gain(rank)).reduce(
    (sum, value) => sum + value,
    0,
  )
  const first = ranked.findIndex((id) => evidence.has(id))
  const sessions = new Set([...evidence].map((id) => sessionOf.get(id)))
  const session1 = ranked[0] !== undefined && sessions.has(sessionOf.get(ranked[0])) ? 1 : 0
  const at = (k: number) => shareIn(ranked, evidence, k)
  return {
    category: question.category,
    r1: at(1),
    r5: at(5),
    r10: at(10),
    r20: at(20),
    ndcg10: dcg / ideal,
    mrr: first < 0 ? 0 : 1 / (first + 1),
    session1,
  }
}

const MEASURES = ['r1', 'r5', 'r10', 'r20', 'ndcg10', 'mrr', 'session1'] as const
const fraction = (value: number) => Math.round(value * 1e4) / 1e4
const figures = (asked: readonly Asked[]) =>
  Object.fromEntries(MEASURES.map((measure) => [measure, fraction(mean(asked.map((one) => one[measure])))]))

/** Rows of a data set and engine: `all` first, then each category. */
export function rowsOf(set: string, engine: string, asked: readonly Asked[]): Row[] {
  const row = (category: string, some: readonly Asked[]): Row => {
    const times = some.map((one) => one.ms)
    return {
      set,
      category,
      engine,
      n: some.length,
      ...figures(some),
      p50ms: fraction(percentile(times, 0.5)),
      p95ms: fraction(percentile(times, 0.95)),
    }
  }
  const categories = [...new Set(asked.map((one) => one.category))].sort()
  return [
    row(
      'all',
      asked.filter((one) => counts(one.category)),
    ),
    ...categories.map((category) =>
      row(
        category,
        asked.filter((one) => one.category === category),
      ),
    ),
  ]
}

export const average = (asked: readonly Asked[], measure: (typeof MEASURES)[number]) =>
  fraction(mean(asked.filter((one) => counts(one.category)).map((one) => one[measure])))
