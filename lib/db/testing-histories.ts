import { strategiesOf } from '@/lib/db/learning/strategies'
import { MnemeError } from '@/lib/shared/errors'
import { STRATEGY_TAGS } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import type { Db } from './engine/client'
import { retryLost } from './engine/errors'
import { columns } from './engine/rows'
import { forgetStrategies } from './forget/purge/purge-strategies'
import { learn, learnOps } from './learning/learn'
import type { StrategyChange } from './learning/log/apply'
import { playbookOf } from './learning/log/rows'
import { mergedNow, replay, stateOf } from './learning/log/state'
import { undoDeltas } from './learning/log/undo'
import { usedOps } from './learning/uses/uses'
import { learner, newStrategy, playbookBytes } from './testing-strategies'

export type At = { db: Db; ownerId: string }
export const TURNS = ['turn_1', 'turn_2', 'turn_3', 'turn_4']
/** The kinds of random operations, each as often as it is listed. */
export const OPERATIONS = [
  'add',
  'add',
  'edit',
  'tag',
  'tag',
  'link',
  'link',
  'merge',
  'remove',
  'undo',
  'undo',
  'forget',
] as const
export type Operation = { what: (typeof OPERATIONS)[number]; a: number; b: number }

const idsOf = async ({ db, ownerId }: At) =>
  (await db.strategy.findMany({ where: { ownerId }, select: columns('id'), orderBy: { id: 'asc' } })).map(
    ({ id }) => id,
  )
export async function stored(at: At): Promise<string> {
  const rows = await strategiesOf(at.db, at.ownerId, await idsOf(at))
  return playbookBytes(new Map([...rows].map(([id, row]) => [id, stateOf(row)])))
}
export const logOf = ({ db, ownerId }: At) =>
  db.delta.findMany({ where: { ownerId }, orderBy: { seq: 'asc' } })
export const replayed = async (at: At) => playbookBytes(replay(await logOf(at)))

/**
 * Each strategy's counters beside the sums of the tags of its uses, and of the uses of what was merged into
 * it.
 */
export async function sums(at: At): Promise<{ counters: unknown; tags: unknown }[]> {
  const [rows, uses, log] = await Promise.all([
    strategiesOf(at.db, at.ownerId, await idsOf(at)),
    at.db.strategyUse.findMany({ where: { ownerId: at.ownerId } }),
    logOf(at),
  ])
  const merged = mergedNow(log)
  const family = (id: string): string[] => [id, ...[...(merged.get(id) ?? [])].flatMap(family)]
  return [...rows.values()].map(({ id, helpful, harmful, neutral }) => {
    const of = new Set(family(id))
    const count = (tag: string) => uses.filter((use) => of.has(use.strategyId) && use.tag === tag).length
    return {
      counters: [helpful, harmful, neutral],
      tags: [count('helpful'), count('harmful'), count('neutral')],
    }
  })
}

export const use = async ({ db, ownerId }: At, turnId: string, ids: string[], trial = false) =>
  db.$transaction(
    usedOps(
      db,
      ownerId,
      turnId,
      ids.map((strategyId, rank) => ({
        ...{ strategyId, place: 'retrieved' as const, rank, parts: {}, cited: true, trial },
      })),
      new Date(),
    ),
  )

/** As a consolidation does: of two strategies that are there, by the revision from before they were read. */
const link = (at: At, a: number, b: number) =>
  retryLost(async () => {
    const playbook = await playbookOf(at.db, at.ownerId)
    const ids = await idsOf(at)
    const [id, to] = [ids[a % Math.max(1, ids.length)], ids[b % Math.max(1, ids.length)]]
    if (!id || !to) return
    const change: StrategyChange = {
      ...{ op: 'UPDATE', id },
      set: { links: [{ to, relation: 'refines', weight: 0.5 }] },
    }
    await at.db.$transaction((await learnOps(at.db, at.ownerId, [change], learner(), playbook)).writes)
  }, limitsOfLearning.tries)

/** One random operation. What is refused in words changes nothing. */
export async function act(
  at: At,
  { what, a, b }: Operation,
  turns: readonly string[] = TURNS,
): Promise<void> {
  const { db, ownerId } = at
  const ids = await idsOf(at)
  const one = ids[a % Math.max(1, ids.length)] ?? 'none'
  const other = ids[b % Math.max(1, ids.length)] ?? 'none'
  const turnId = turns[b % turns.length] ?? ''
  const make = (...changes: StrategyChange[]) => learn(db, ownerId, changes, learner({ turnId }))
  if (what === 'add') {
    const sources = turns.filter((_, i) => (a >> i) % 2 === 1)
    await make({ op: 'ADD', strategy: newStrategy({ sources }) })
  }
  if (what === 'edit')
    await make({ op: 'UPDATE', id: one, set: { content: `Say it another way, ${a}.`, tags: ['b', 'a'] } })
  if (what === 'link') await link(at, a, b)
  if (what === 'merge') await make({ op: 'MERGE', into: one, from: other })
  if (what === 'remove') await make({ op: 'REMOVE', id: one })
  if (what === 'forget') await forgetStrategies(db, ownerId, { turnIds: [turnId], conversationIds: [] })
  if (what === 'tag' && ids.length) {
    if (!(await db.strategyUse.count({ where: { turnId, strategyId: one } }))) {
      const before = await db.strategyUse.findMany({ where: { ownerId, turnId, tag: null } })
      await use(at, turnId, [...new Set([...before.map((row) => row.strategyId), one])])
    }
    await make({ op: 'TAG', id: one, turnId, tag: STRATEGY_TAGS[a % 3] ?? null })
  }
  if (what === 'undo') {
    const log = await logOf(at)
    const seq = log[a % Math.max(1, log.length)]?.seq
    if (seq)
      await undoDeltas(db, ownerId, [seq], learner({ by: 'person' })).catch((error: unknown) => {
        if (!(error instanceof MnemeError)) throw error
      })
  }
}
