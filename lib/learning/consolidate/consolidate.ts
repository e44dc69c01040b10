import type { Batch, Db } from '@/lib/db/engine/client'
import { type ConsolidationRun, consolidationOps } from '@/lib/db/learning/consolidations'
import { learnOps } from '@/lib/db/learning/learn'
import type { StrategyChange } from '@/lib/db/learning/log/apply'
import { playbookOf } from '@/lib/db/learning/log/rows'
import { allStrategies, type StrategyRow } from '@/lib/db/learning/strategies'
import { citedCounts } from '@/lib/db/learning/uses/uses'
import { cosine, rarityOf, seemOpposite, termsOf, type Weights, weightsOf } from '@/lib/learning/similar'
import { DAY_MS } from '@/lib/shared/day'
import { effectiveness, type StrategyState } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import type { Runtime } from '@/lib/shared/runtime'

/** `canAsk` = whether there is a model. */
type Learner = { db: Db; ownerId: string; runtime: Runtime; canAsk?: boolean }

/** What a consolidation would do now. Nothing is written. */
export async function consolidationPlan({ db, ownerId, runtime, canAsk = false }: Learner): Promise<{
  plan: ConsolidationPlan
  rows: StrategyRow[]
}> {
  const rows = await allStrategies(db, ownerId)
  const cited = new Set((await citedCounts(db, ownerId)).keys())
  return { plan: planConsolidation(rows, { cited, now: runtime.now(), canAsk }), rows }
}

/**
 * The writes of one transaction: strategies are merged, linked and retired as one logged group, which can be
 * undone as a whole, and a row records the consolidation. `decisions` = what a model said about the doubtful pairs.
 */
export async function consolidationWrites(
  who: Learner,
  { id, trigger, turnId }: Pick<ConsolidationRun, 'id' | 'trigger' | 'turnId'>,
  decisions?: Decisions,
): Promise<{ writes: Batch; run: ConsolidationRun }> {
  const { db, ownerId, runtime } = who
  const started = runtime.now()
  const playbook = await playbookOf(db, ownerId)
  const { plan, rows } = await consolidationPlan(who)
  const { changes, flagged } = consolidationChanges(plan, rows, decisions)
  const at = runtime.now()
  const learner = {
    ...{ by: 'consolidation' as const, groupId: id, turnId, at },
    newId: () => runtime.id('str'),
  }
  const { writes } = await learnOps(db, ownerId, changes, learner, playbook)
  const run: ConsolidationRun = {
    ...{ id, trigger, turnId, at, items: plan.items },
    duplicates: changes.filter(({ op }) => op === 'MERGE').length,
    contradictions: flagged,
    pruned: plan.retired.length,
    ms: at.getTime() - started.getTime(),
  }
  return { writes: [...writes, ...consolidationOps(db, ownerId, run, plan.trials)], run }
}

type Links = StrategyState['links']
/** What a model said of pairs, by `pairKey`. */
export type Decisions = ReadonlyMap<string, 'opposite' | 'same' | 'apart'>
const UNDECIDED: Decisions = new Map()

/** How sure an unconfirmed contradiction is. */
export const FLAGGED = 0.5

/**
 * The changes of a consolidation, and how many pairs they flag as opposites. A pair that a model kept
 * separate is linked, so it is not compared again.
 */
export function consolidationChanges(
  plan: ConsolidationPlan,
  rows: readonly StrategyRow[],
  decisions: Decisions = UNDECIDED,
): { changes: StrategyChange[]; flagged: number } {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const links = new Map<string, Links>(rows.map((row) => [row.id, row.links]))
  const linked = new Set<string>()
  const link = (from: string, to: string, relation: Links[number]['relation'], weight: number) => {
    const others = (links.get(from) ?? []).filter((one) => one.to !== to)
    links.set(from, [...others, { to, relation, weight: Math.round(weight * 1_000) / 1_000 }])
    linked.add(from)
  }
  const merges = [...plan.merges]
  const gone = new Set(merges.map(({ from }) => from))
  let flagged = 0
  const flag = (from: string, to: string, weight: number) => {
    link(from, to, 'contradicts', weight)
    flagged += 1
  }
  for (const pair of [...plan.opposites, ...plan.unclear]) {
    const { a, b, similarity } = pair
    const said = decisions.get(pairKey(a, b))
    const [one, other] = [byId.get(a), byId.get(b)]
    if (!one || !other) continue
    if (said === 'same') {
      // One that went into another is compared again as that one, another time.
      if (gone.has(a) || gone.has(b)) continue
      const merge = mergeOf(one, other, similarity)
      merges.push(merge)
      gone.add(merge.from)
    } else if (said === 'opposite') flag(b, a, DECIDED)
    else if (said === 'apart') link(b, a, 'refines', DECIDED)
    else if (plan.opposites.includes(pair) && similarity >= limitsOfLearning.opposeAt) flag(b, a, FLAGGED)
  }
  for (const { from, into, similarity } of merges) link(from, into, 'duplicate_of', similarity)
  return {
    flagged,
    changes: [
      ...merges.map(({ into, from }): StrategyChange => ({ op: 'MERGE', into, from })),
      ...[...linked].map((id): StrategyChange => ({ op: 'UPDATE', id, set: { links: links.get(id) ?? [] } })),
      ...plan.retired.map((id): StrategyChange => ({ op: 'UPDATE', id, set: { status: 'retired' } })),
    ],
  }
}

type Merge = { into: string; from: string; similarity: number }
/**
 * What a consolidation would do. `merges` = near-duplicates; `unclear` = pairs to decide; `opposites` seem to
 * contradict; `retired` = unused, never cited; `trials` = quarantined, one more chance.
 */
type ConsolidationPlan = ReturnType<typeof planConsolidation>

const { mergeAt, askAt, opposeAt, askOpposedAt, unusedDays } = limitsOfLearning
/** The weight of a link that a model decided on. Such a pair is not considered again. */
const DECIDED = 1

type Circumstances = { cited: ReadonlySet<string>; now: Date; canAsk?: boolean }
/**
 * `cited` = strategies that an answer has cited; `canAsk` = a model can be asked, so more pairs are considered
 * as opposites, flagged ones included.
 */
function planConsolidation(rows: readonly StrategyRow[], { cited, now, canAsk = false }: Circumstances) {
  const living = rows.filter(({ status }) => status === 'active' || status === 'quarantined')
  const byId = new Map(living.map((row) => [row.id, row]))
  const links = new Map<string, StrategyRow['links'][number]>()
  for (const { id, links: own } of living)
    for (const link of own) {
      const key = pairKey(id, link.to)
      if (link.weight > (links.get(key)?.weight ?? 0)) links.set(key, link)
    }
  const pairs = nearPairs(living, canAsk ? askOpposedAt : opposeAt)
  pairs.sort((x, y) => y.similarity - x.similarity)
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
      const merge = mergeOf(one, other, similarity)
      merges.push(merge)
      gone.add(merge.from)
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

/** Of two that say the same, the better one stays. */
const mergeOf = (a: StrategyRow, b: StrategyRow, similarity: number) =>
  isBetter(a, b) ? { into: a.id, from: b.id, similarity } : { into: b.id, from: a.id, similarity }

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
  const last = Math.max(row.lastUsedAt?.getTime() ?? 0, row.createdAt.getTime(), row.updatedAt.getTime())
  return !row.pinned && !cited.has(row.id) && now.getTime() - last > unusedDays * DAY_MS
}

/** `similarity` in [0, 1]; `a` comes before `b` in the given order. */
type NearPair = { a: string; b: string; similarity: number }
/**
 * Pairs of contents with at least this idf-weighted cosine. Two such texts share a term among the heaviest of
 * each, so only these are looked up (prefix filtering, Bayardo et al. 2007).
 */
function nearPairs(rows: readonly StrategyRow[], least: number): NearPair[] {
  const terms = rows.map(({ content }) => termsOf(content))
  const rarity = rarityOf(terms)
  const vectors = new Map(rows.map(({ id }, i) => [id, weightsOf(terms[i] ?? new Map(), rarity)]))
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
