import { type ChangeRow, changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { retryLost } from '@/lib/db/engine/errors'
import { columns, insertOps } from '@/lib/db/engine/rows'
import { derivedOps } from '@/lib/db/forget/derived'
import type { DeltaAuthor, StrategyState, StrategyTag } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { pick } from '@/lib/shared/pick'
import {
  apply,
  type Draft,
  gaveAfter,
  keyOfUse,
  namedIn,
  type StrategyChange,
  type TaggedUse,
  type WorkingPlaybook,
} from './log/apply'
import {
  type ChangedStrategy,
  changePlaybook,
  type Playbook,
  playbookOf,
  rowOps,
  strategyPut,
  trialOps,
} from './log/rows'
import { isTold, type Patch, stateOf } from './log/state'
import { strategiesOf } from './strategies'

/** Who changes the playbook. The changes of one operation, job or consolidation share a `groupId`. */
export type Learner = {
  by: DeltaAuthor
  groupId: string
  turnId: string | null
  at: Date
  newId(): string
}
export type Rejected = { change: StrategyChange; reason: string }
export type LearnResult = { writes: Batch; drafts: Draft[]; rejected: Rejected[] }

/**
 * Writes for a transaction that makes these changes, one after another, and logs each as a delta. A change
 * that names something unknown is rejected; the others are made. The transaction fails with P2002 or P2025 if
 * another writer was faster: read again. `playbook` = as read before anything that the changes are based on.
 */
export async function learnOps(
  db: Db,
  ownerId: string,
  changes: readonly StrategyChange[],
  learner: Learner,
  playbook: Playbook,
): Promise<LearnResult> {
  const rows = await strategiesOf(db, ownerId, [...new Set(changes.flatMap(namedIn))])
  const [log, uses] = await Promise.all([logged(db, ownerId, learner.groupId), usesFor(db, ownerId, changes)])
  const before = new Map([...rows].map(([id, row]) => [id, stateOf(row)]))
  const working: WorkingPlaybook = {
    ...{ states: new Map(before), uses, no: playbook.strategyNo },
    ...{ at: learner.at.toISOString(), newId: learner.newId },
  }
  const drafts: Draft[] = []
  const authors: DeltaAuthor[] = []
  const rejected: Rejected[] = []
  const wording: Batch = []
  const trials: string[] = []
  for (const change of changes) {
    const made = apply(working, change, learner.turnId)
    if (typeof made === 'string') {
      rejected.push({ change, reason: made })
      continue
    }
    drafts.push(...made)
    if (change.op === 'UPDATE' && change.trial) trials.push(change.id)
    authors.push(...made.map(() => change.by ?? learner.by))
    for (const { op, id, after } of made) {
      const sources = (op === 'ADD' && after?.sources) || []
      const turns = [learner.turnId ?? [], change.wording ?? [], sources].flat()
      if (op !== 'TAG' && isTold(after)) wording.push(...derivedOps(db, ownerId, 'wording', id, turns))
    }
  }
  if (drafts.length === 0) return { writes: [], drafts, rejected }
  const deltas = drafts.map(({ id, ...draft }, i) => ({
    ...{ ownerId, seq: log.last + 1 + i, strategyId: id, ...draft },
    ...pick(learner, 'groupId at'),
    ...{ by: authors[i] ?? learner.by, index: log.inGroup + i },
  }))
  const touched = [...new Set(drafts.map(({ id }) => id))]
  const changed = touched.map((id) => ({
    id,
    before: before.get(id) ?? null,
    after: working.states.get(id) ?? null,
  }))
  const changeOf = ({ id, after }: ChangedStrategy): ChangeRow => ({
    ...strategyPut(id),
    op: after ? 'put' : 'del',
  })
  const writes: Batch = [
    changePlaybook(db, ownerId, playbook, working.no),
    ...insertOps(db, 'Delta', deltas),
    ...rowOps(db, ownerId, changed, learner.at),
    ...trialOps(db, ownerId, trials),
    ...wording,
    ...tagOps(db, ownerId, drafts),
    ...changeOps(db, ownerId, changed.map(changeOf)),
  ]
  return { writes, drafts, rejected }
}

/** The last number of an owner's log, and how many deltas a group has. */
async function logged(db: Db, ownerId: string, groupId: string): Promise<{ last: number; inGroup: number }> {
  const [row] = await db.$queryRaw<{ last: number | bigint | null; inGroup: number | bigint }[]>`
    SELECT (SELECT MAX(d."seq") FROM "Delta" d WHERE d."ownerId" = ${ownerId}) AS "last",
      (SELECT COUNT(*) FROM "Delta" d WHERE d."groupId" = ${groupId} AND NOT (d."ownerId" <> ${ownerId})) AS "inGroup"`
  return { last: Number(row?.last ?? 0), inGroup: Number(row?.inGroup ?? 0) }
}

/** Makes changes in one transaction; retries if another writer was faster. */
export const learn = (db: Db, ownerId: string, changes: readonly StrategyChange[], learner: Learner) =>
  retryLost(async () => {
    const playbook = await playbookOf(db, ownerId)
    const { writes, ...made } = await learnOps(db, ownerId, changes, learner, playbook)
    await db.$transaction(writes)
    return made
  }, limitsOfLearning.tries)

async function usesFor(db: Db, ownerId: string, changes: readonly StrategyChange[]) {
  const tags = changes.flatMap((change) => (change.op === 'TAG' ? [change] : []))
  const found = new Map<string, TaggedUse>()
  if (tags.length === 0) return found
  const where = {
    ownerId,
    turnId: { in: tags.map((one) => one.turnId) },
    strategyId: { in: tags.map(({ id }) => id) },
  }
  const [rows, first] = await Promise.all([
    db.strategyUse.findMany({ where, select: columns('turnId strategyId tag trial') }),
    db.delta.findFirst({ where: { ...where, op: 'TAG' }, orderBy: { seq: 'asc' }, select: columns('seq') }),
  ])
  for (const { turnId, strategyId, tag, trial } of rows)
    found.set(keyOfUse(turnId, strategyId), { tag: tag as StrategyTag | null, trial })
  if (!first) return found
  const deltas = await db.delta.findMany({
    where: { ownerId, strategyId: where.strategyId, seq: { gte: first.seq } },
    orderBy: { seq: 'asc' },
    select: columns('op turnId strategyId before after'),
  })
  const statuses = new Map<string, StrategyState['status']>()
  for (const { op, turnId, strategyId, ...delta } of deltas) {
    const [was, is] = [delta.before, delta.after] as (Patch | null)[]
    const before = was?.status ?? statuses.get(strategyId)
    const after = is?.status ?? before
    if (after) statuses.set(strategyId, after)
    const use = op === 'TAG' ? found.get(keyOfUse(turnId ?? '', strategyId)) : undefined
    if (!use) continue
    if (!is?.tag) delete use.gave
    else if (before && after) use.gave = gaveAfter(use.gave, { before, after })
  }
  return found
}

const tagOps = (db: Db, ownerId: string, drafts: readonly Draft[]): Batch =>
  drafts.flatMap(({ op, id, turnId, after }) =>
    op === 'TAG' && turnId && after && 'tag' in after
      ? [
          // Fails if a new attempt of the turn has taken the use away, which would leave the count without
          // it.
          db.strategyUse.update({
            where: { turnId_strategyId: { turnId, strategyId: id }, ownerId },
            data: { tag: after.tag ?? null },
            select: columns('turnId'),
          }),
        ]
      : [],
  )
