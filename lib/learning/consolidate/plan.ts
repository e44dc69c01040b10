import type { StrategyRow } from '@/lib/db/learning/strategies'
import { cosine, rarityOf, seemOpposite, termsOf, type Weights, weightsOf } from '@/lib/learning/similar'
import { DAY_MS } from '@/lib/shared/day'
import { effectiveness } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'

export type Merge = { into: string; from: string; similarity: number }
/**
 * What a consolidation would do. `merges` = near-duplicates; `unclear` = pairs to decide; `opposites` seem to
 * contradict; `retired` = unused, never cited; `trials` = quarantined, one more chance.
 */
export type ConsolidationPlan = {
  items: number
  merges: Merge[]
  unclear: NearPair[]
  opposites: NearPair[]
  retired: string[]
  trials: string[]
}

const { mergeAt, askAt, opposeAt, askOpposedAt, unusedDays } = limitsOfLearning
/** The weight of a link that a model decided on. Such a pair is not considered again. */
export const DECIDED = 1

/** `cited` = strategies that an answer has cited. */
export function planConsolidation(
  rows: readonly StrategyRow[],
  {
    cited,
    now,
    canAsk = false,
  }: {
    cited: ReadonlySet<string>
    now: Date
    /** Whether a model can be asked. If so, more pairs are considered as opposites, flagged ones included. */
    canAsk?: boolean
  },
): ConsolidationPlan {
  const living = rows.filter(({ status }) => status === 'active' || status === 'quarantined')
  const byId = new Map(living.map((row) => [row.id, row]))
  const links = new Map<string, StrategyRow['links'][number]>()
  for (const { id, links: own } of living)
    for (const link of own) {
      const key = pairKey(id, link.to)
      if (link.weight > (links.get(key)?.weight ?? 0)) links.set(key, link)
    }
  const pairs = nearPairs(
    living.map(({ id, content }) => ({ id, text: content })),
    canAsk ? askOpposedAt : opposeAt,
  ).sort((x, y) => y.similarity - x.similarity)
  const merges: Merge[] = []
  const gone = new Set<string>()
  const plan = { unclear: [] as NearPair[], opposites: [] as NearPair[] }
  for (const { a, b, similarity } of [...equalPairs(living), ...pairs]) {
    const [one, other] = [byId.get(a), byId.get(b)]
    if (!one || !other || !inOneScope(one, other) || gone.has(a) || gone.has(b)) continue
    const link = links.get(pairKey(a, b))
    const isEqual = one.contentHash === other.contentHash
    if (!isEqual && link?.weight === DECIDED) continue
    // Whether they are opposites comes first.
    if (!isEqual && seemOpposite(one.content, other.content)) {
      if (canAsk || link?.relation !== 'contradicts') plan.opposites.push({ a, b, similarity })
    } else if (similarity >= mergeAt) {
      const [into, from] = isBetter(one, other) ? [a, b] : [b, a]
      merges.push({ into, from, similarity })
      gone.add(from)
    } else if (!link && similarity >= askAt) plan.unclear.push({ a, b, similarity })
  }
  const retired = living.filter((row) => !gone.has(row.id) && isUnused(row, cited, now)).map(({ id }) => id)
  const leaving = new Set([...gone, ...retired])
  const staying = ({ a, b }: NearPair) => !leaving.has(a) && !leaving.has(b)
  return {
    items: living.length,
    merges,
    unclear: plan.unclear.filter(staying),
    opposites: plan.opposites.filter(staying),
    retired,
    trials: living
      .filter(({ id, status, trial }) => status === 'quarantined' && !trial && !leaving.has(id))
      .map(({ id }) => id),
  }
}

export const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)
const inOneScope = (a: StrategyRow, b: StrategyRow) =>
  a.conversationId === b.conversationId && a.domain === b.domain

/** Of equal contents each with the first, however common their words are. */
function equalPairs(rows: readonly StrategyRow[]): NearPair[] {
  const first = new Map<string, StrategyRow>()
  return rows.flatMap((row) => {
    const key = `${row.contentHash} ${row.conversationId} ${row.domain}`
    const there = first.get(key)
    if (there) return [{ a: there.id, b: row.id, similarity: 1 }]
    first.set(key, row)
    return []
  })
}

/** The strategy to keep: pinned, in use, without a source turn, effective, often used, old, in this order. */
function isBetter(a: StrategyRow, b: StrategyRow): boolean {
  const rank = (row: StrategyRow) => [
    Number(row.pinned),
    Number(row.status === 'active'),
    Number(row.sources.length === 0),
    effectiveness(row),
    row.uses,
    -row.createdAt.getTime(),
  ]
  const [x, y] = [rank(a), rank(b)]
  const at = x.findIndex((value, i) => value !== y[i])
  return at < 0 ? a.id < b.id : (x[at] ?? 0) > (y[at] ?? 0)
}

function isUnused(row: StrategyRow, cited: ReadonlySet<string>, now: Date): boolean {
  const last = (row.lastUsedAt ?? row.createdAt).getTime()
  return !row.pinned && !cited.has(row.id) && now.getTime() - last > unusedDays * DAY_MS
}

/** `similarity` in [0, 1]; `a` comes before `b` in the given order. */
type NearPair = { a: string; b: string; similarity: number }
/**
 * Pairs of texts with at least this idf-weighted cosine. Two such texts share a term among the heaviest of
 * each, so only these are looked up (prefix filtering, Bayardo et al. 2007).
 */
function nearPairs(texts: readonly { id: string; text: string }[], least: number): NearPair[] {
  const terms = texts.map(({ text }) => termsOf(text))
  const rarity = rarityOf(terms)
  const vectors = new Map(texts.map(({ id }, i) => [id, weightsOf(terms[i] ?? new Map(), rarity)]))
  const seen = new Map<string, string[]>()
  const pairs: NearPair[] = []
  for (const [id, vector] of vectors) {
    const candidates = new Set<string>()
    for (const key of prefixOf(vector, least)) {
      const there = seen.get(key) ?? []
      for (const other of there) candidates.add(other)
      there.push(id)
      seen.set(key, there)
    }
    for (const other of candidates) {
      const similarity = cosine(vectors.get(other) ?? new Map(), vector)
      if (similarity >= least) pairs.push({ a: other, b: id, similarity })
    }
  }
  return pairs
}

function prefixOf(vector: Weights, least: number): string[] {
  const terms = [...vector].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  let rest = 1
  const prefix: string[] = []
  for (const [key, of] of terms) {
    if (Math.sqrt(Math.max(0, rest)) < least) break
    prefix.push(key)
    rest -= of * of
  }
  return prefix
}
