import { type Db, onSqlite } from '@/lib/db/engine/client'
import { chunks, columns, ownedBy } from '@/lib/db/engine/rows'
import { getConversation, samplesOf } from '@/lib/db/turns/conversations'
import { breath, pacer } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { pick } from '@/lib/shared/pick'
import { PREPARED_MODEL } from '@/lib/shared/transfer/transfer'
import type { Savings, UsageReport } from '@/lib/shared/usage/usage'
import { pointSize, savingOf, withMemory } from '@/lib/shared/usage/usage-maths'
import { uncountedModels } from './uncounted'
import { type ConversationSums, type Folded, readPlace, UsageFold, windowsOf } from './usage-fold'
import { addToPoint, ledgerReader, type PlacedTurn, type PointRow, placedTurns } from './usage-places'
import { placeTable, type SqlPeriod, type UsageScope, upkeepQuery } from './usage-sql'

export type UsageQuery = { conversationId: string | null; period?: SqlPeriod | null }
/** Everything recorded, added up by the database; prices are the caller's to add. */
export type Recorded = Omit<UsageReport, 'models'> & Pick<Folded, 'models'>

type Sizes = { maxPoints: number; slabTurns: number }

/**
 * The ledger of a conversation or of all: points for the turns that a model answered, in time order, which
 * together are every counted call. @throws MnemeError not_found.
 */
export async function recordedUsage(
  db: Db,
  ownerId: string,
  query: UsageQuery,
  { maxPoints, slabTurns }: Sizes = limits.usage,
): Promise<Recorded> {
  const conversation = query.conversationId ? await getConversation(db, ownerId, query.conversationId) : null
  const period = query.period ?? null
  const uncounted = await uncountedModels(db, ownerId, query.conversationId)
  const scope: UsageScope = { ownerId, period, conversationId: query.conversationId, uncounted }
  const read = ledgerReader(db)
  const turns = await placedTurns(db, scope)
  const samples = await samplesOf(db, ownerId)
  const tried = await answeredByEngine(db, ownerId, samples)
  const size = pointSize(turns.at(-1)?.pos ?? 0, maxPoints)
  const points = new Map<number, PointRow>()
  const numbers = new Map<string, Set<number>>()
  let [builtIn, longest] = [0, null as PlacedTurn | null]
  const pace = pacer()
  for (const turn of turns) {
    await pace()
    turn.bucket = Math.floor(Math.max(0, turn.pos - 1) / size)
    const isDone = turn.status === 'completed' || turn.status === 'stopped'
    const isOwn = !samples.includes(turn.conversationId) || tried.has(turn.id)
    if (!turn.called && !turn.came && isDone && isOwn) builtIn += 1
    if (!turn.called) continue
    const taken = numbers.get(turn.conversationId) ?? new Set()
    turn.again = taken.has(turn.number)
    numbers.set(turn.conversationId, taken.add(turn.number))
    if (!longest || turn.plain >= longest.plain) longest = turn
    addToPoint(points, turn)
  }
  const fold = new UsageFold([...points.values()], size)
  const placeOf = (slab: PlacedTurn[]) => readPlace(placeTable(slab, onSqlite(db)), scope, read)
  const others = turns.filter((turn) => turn !== longest)
  for (const slab of chunks(others, slabTurns)) fold.addPlace(await placeOf(slab))
  // Read once for the sums and the example: a job may add calls between two readings.
  const example = longest && (await placeOf([longest]))
  if (example) fold.addPlace(example)
  if (!conversation) {
    const starts = [...points.values()].map(({ at }) => at)
    for (const row of await read(upkeepQuery(scope, onSqlite(db)))) {
      const later = starts.findLastIndex((at) => at <= new Date(row.at as string | Date))
      fold.addCalls([{ ...row, bucket: Math.max(0, later) }])
    }
  }
  await breath()
  const { conversations, ...folded } = fold.result()
  return {
    conversationId: conversation?.id ?? null,
    title: conversation?.title ?? '',
    isSample: !uncounted.includes(PREPARED_MODEL) && [...numbers.keys()].some((id) => samples.includes(id)),
    oneConversation: conversation !== null || numbers.size === 1,
    size,
    period: period && { since: period.since.toISOString(), until: period.until.toISOString() },
    builtIn,
    proof: longest && example && (await proofOf(db, ownerId, longest, example)),
    ...folded,
    savings: conversation ? null : await conversationSavings(db, ownerId, conversations),
    depths: fold.depthsOf(turns),
    windows: windowsOf(turns, samples),
  }
}

/** The turns of these conversations that the built-in engine answered. */
async function answeredByEngine(db: Db, ownerId: string, conversationIds: string[]): Promise<Set<string>> {
  const steps = await db.step.findMany({
    where: {
      ...{ ownerId, model: OFFLINE_MODEL, phase: { in: ['think', 'act'] } },
      turn: { conversationId: { in: conversationIds } },
    },
    select: { turnId: true },
  })
  return new Set(steps.map(({ turnId }) => turnId))
}

type PlaceRows = Awaited<ReturnType<typeof readPlace>>
async function proofOf(db: Db, ownerId: string, longest: PlacedTurn, calls: PlaceRows) {
  const rows = new Map<number, PointRow>()
  addToPoint(rows, longest)
  const fold = new UsageFold([...rows.values()], 1)
  fold.addPlace(calls)
  const [point] = fold.result().points
  const { title } = await getConversation(db, ownerId, longest.conversationId)
  if (!point) return null
  const turn = pick(longest, 'id conversationId number')
  return { turn, title, withMemory: withMemory(point), plainChat: point.plainChat }
}

/** Conversations listed one by one, which keeps the page small. */
const MOST = 200

/** What memory saved in each conversation: those where it made the largest difference, best first. */
export async function conversationSavings(
  db: Db,
  ownerId: string,
  sums: readonly ConversationSums[],
  most: number = MOST,
): Promise<Savings> {
  const all = sums.map((sum) => ({ id: sum.id, saved: savingOf(sum, 'plainChat').tokens }))
  const own = all.filter(({ id }) => id !== '').sort((a, b) => Math.abs(b.saved) - Math.abs(a.saved))
  const [shown, rest] = [own.slice(0, most), own.slice(most)]
  const where = { ...ownedBy(ownerId), id: { in: shown.map(({ id }) => id) } }
  const titles = await db.conversation.findMany({ where, select: columns('id title') })
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]))
  return {
    conversations: shown
      .map((one) => ({ ...one, title: titleOf.get(one.id) ?? '' }))
      .sort((a, b) => b.saved - a.saved),
    others: rest.reduce((sum, { saved }) => sum + saved, 0),
    left: rest.length,
    upkeep: all.find(({ id }) => id === '')?.saved ?? 0,
  }
}
