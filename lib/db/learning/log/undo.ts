import type { Db } from '@/lib/db/engine/client'
import { retryLost } from '@/lib/db/engine/errors'
import { ownedBy } from '@/lib/db/engine/rows'
import type { Delta } from '@/lib/db/generated/sqlite/client'
import { strategiesOf } from '@/lib/db/learning/strategies'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { type StrategyState, type StrategyTag, strategyStateSchema } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { type Learner, learnOps } from '../learn'
import type { StrategyChange } from './apply'
import { follows, undoneChanges } from './history'
import { playbookOf } from './rows'
import { type Patch, stateOf } from './state'

type Reader = { db: Db; ownerId: string }

/**
 * Takes deltas back, the last one first, in one transaction; the log keeps both. Of a merge both sides are
 * taken back. @throws MnemeError not_found, or conflict if one was undone, changed since, or forgotten.
 */
export async function undoDeltas(db: Db, ownerId: string, seqs: readonly number[], learner: Learner) {
  await retryLost(async () => {
    const playbook = await playbookOf(db, ownerId)
    const deltas = await telling({ db, ownerId }, seqs)
    if (deltas.length === 0) throw notFound('change')
    await refuseUndone({ db, ownerId }, deltas)
    const changes = await inverses({ db, ownerId }, deltas)
    const { writes, rejected } = await learnOps(db, ownerId, changes, learner, playbook)
    if (rejected.length || writes.length === 0) throw changedSince()
    await db.$transaction(writes)
  }, limitsOfLearning.tries)
}

/** Takes back everything that one operation, job or consolidation changed. */
export async function undoGroup(db: Db, ownerId: string, groupId: string, learner: Learner): Promise<void> {
  const rows = await db.delta.findMany({ where: { ...ownedBy(ownerId), groupId }, select: { seq: true } })
  if (rows.length === 0) throw notFound('change')
  const seqs = rows.map(({ seq }) => seq)
  await undoDeltas(db, ownerId, seqs, learner)
}

const changedSince = () =>
  new MnemeError(
    'conflict',
    'This lesson was changed again since.',
    'Undo the later change first, or edit the lesson.',
  )

/** The deltas to undo, the last one first. Of a merge or its undoing, the first tells the whole. */
async function telling({ db, ownerId }: Reader, seqs: readonly number[]): Promise<Delta[]> {
  const read = (some: readonly number[]) =>
    db.delta.findMany({ where: { ownerId, seq: { in: [...some] } }, orderBy: { seq: 'desc' } })
  const firsts = (await read(seqs)).map((delta) => (follows(delta) ? delta.seq - 1 : delta.seq))
  return read(firsts)
}
const forgotten = () => new MnemeError('conflict', 'What was forgotten cannot be brought back.')

async function refuseUndone({ db, ownerId }: Reader, deltas: readonly Delta[]) {
  if (deltas.some(({ op }) => op === 'FORGET')) throw forgotten()
  const undone = await undoneChanges(db, ownerId)
  if (deltas.some(({ seq }) => undone.has(seq)))
    throw new MnemeError('conflict', 'This change was undone already.')
}

async function inverses(reader: Reader, deltas: readonly Delta[]): Promise<StrategyChange[]> {
  const rows = await strategiesOf(reader.db, reader.ownerId, [
    ...new Set(deltas.map(({ strategyId }) => strategyId)),
  ])
  const now = new Map([...rows].map(([id, row]) => [id, stateOf(row)]))
  const changes: StrategyChange[] = []
  for (const delta of deltas) {
    const change =
      delta.op === 'MERGE'
        ? await unmerged(reader, delta)
        : delta.after === null
          ? await restored(reader, delta)
          : inverse(delta, now)
    changes.push({ ...change, undoes: delta.seq })
  }
  return changes
}

function inverse(delta: Delta, now: Map<string, StrategyState>): StrategyChange {
  const { op, strategyId: id, turnId } = delta
  const before = delta.before as Patch | null
  const after = delta.after as Patch
  if (before === null) return { op: 'REMOVE', id }
  if (op === 'TAG' && turnId && 'tag' in before)
    return { op: 'TAG', id, turnId, tag: (before.tag ?? null) as StrategyTag | null }
  if (before.merged) return { op: 'MERGE', into: id, from: before.merged }
  const state = now.get(id)
  if (!state || !holds(state, after)) throw changedSince()
  now.set(id, { ...state, ...before } as StrategyState)
  return { op: 'UPDATE', id, set: before }
}

/** As it was when it was last removed, which may be later than this delta. */
async function restored({ db, ownerId }: Reader, { strategyId: id }: Delta): Promise<StrategyChange> {
  const where = { ownerId, strategyId: id, op: 'REMOVE' }
  const last = await db.delta.findFirst({ where, orderBy: { seq: 'desc' } })
  // Forgotten since the delta was read.
  if (!last) throw forgotten()
  return { op: 'RESTORE', id, state: strategyStateSchema.parse(last.before) }
}

/** Whether a strategy still has what a delta made of it. */
const holds = (state: StrategyState, after: Patch) =>
  (Object.keys(after) as (keyof StrategyState)[]).every(
    (key) => JSON.stringify(state[key]) === JSON.stringify(after[key]),
  )

/** The strategy that went into another one was changed right after that. */
async function unmerged({ db, ownerId }: Reader, stays: Delta): Promise<StrategyChange> {
  const goes = await db.delta.findUnique({ where: { ownerId_seq: { ownerId, seq: stays.seq + 1 } } })
  if (goes?.op !== 'MERGE') throw forgotten()
  const [was, now] = [goes.before as Patch, stays.after as Patch]
  const before = stays.before as Patch
  const earlier = before.sources ?? []
  return {
    op: 'UNMERGE',
    into: stays.strategyId,
    from: goes.strategyId,
    sources: (now.sources ?? []).filter((turnId) => !earlier.includes(turnId)),
    unpins: before.pinned === false,
    was: { status: was.status ?? 'retired', pinned: was.pinned ?? false },
  }
}
