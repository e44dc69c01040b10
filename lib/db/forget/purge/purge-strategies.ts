import { sha256 } from '@/lib/db/engine/blobs'
import { changeOps, changesTo } from '@/lib/db/engine/changes'
import { type Batch, type Db, type Prisma, sqlNull } from '@/lib/db/engine/client'
import { retryLost } from '@/lib/db/engine/errors'
import { columns } from '@/lib/db/engine/rows'
import type { Delta } from '@/lib/db/generated/sqlite/client'
import { changePlaybook, playbookOf } from '@/lib/db/learning/log/rows'
import { isTold, mergedNow, type Patch, replay } from '@/lib/db/learning/log/state'
import { removeUnitsOps } from '@/lib/db/memory/full-text'
import { jobOps, NOTES, type NotesPayload } from '@/lib/db/turns/jobs'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { derivedFrom } from '../derived'

/** `readers` = turns that stay, but read a forgotten file or value. */
type Forgotten = {
  turnIds: readonly string[]
  readers?: readonly string[]
  conversationIds: readonly string[]
}
type Logged = Pick<Delta, 'seq' | 'op' | 'strategyId' | 'turnId' | 'before' | 'after'>

/**
 * Forgets what strategies have from these turns. A strategy goes with any turn that its text is derived
 * from, or with its conversation; its deltas stay as `FORGET` and say only what was merged, and turns that
 * stay and taught it are judged again. A turn that only confirmed one leaves its sources, in the deltas too,
 * so that these still rebuild what is left. Idempotent.
 */
export async function forgetStrategies(db: Db, ownerId: string, forgotten: Forgotten): Promise<void> {
  const from = [...forgotten.turnIds, ...(forgotten.readers ?? [])]
  await retryLost(async () => {
    const playbook = await playbookOf(db, ownerId)
    const deltas = await db.delta.findMany({
      where: { ownerId },
      orderBy: { seq: 'asc' },
      select: columns('seq op strategyId turnId before after'),
    })
    const { wording } = await derivedFrom(db, ownerId, from)
    const writes = forgetOps(db, ownerId, deltas, wording, forgotten)
    if (writes.length) await db.$transaction([changePlaybook(db, ownerId, playbook), ...writes])
  }, limitsOfLearning.tries)
}

function forgetOps(
  db: Db,
  ownerId: string,
  log: readonly Logged[],
  wording: ReadonlySet<string>,
  forgotten: Forgotten,
): Batch {
  const deltas = log.filter(({ op }) => op !== 'FORGET')
  const turns = new Set(forgotten.turnIds)
  const gone = new Set([...wording, ...usedIn(deltas, new Set(forgotten.conversationIds))])
  const taught = teachersOf(deltas, gone).filter((id) => !turns.has(id))
  const merged = new Set([...mergedNow(log).values()].flatMap((ids) => [...ids]))
  const ids = [...gone]
  const rewritten = deltas.flatMap((delta): Batch => {
    const isGone = gone.has(delta.strategyId)
    const [before, after] = [delta.before, delta.after].map((value) =>
      isGone ? mergeIn(value) : without(value, turns, gone),
    )
    if (isGone ? !before && !after : same(before, delta.before) && same(after, delta.after)) return []
    return [
      db.delta.update({
        where: { ownerId_seq: { ownerId, seq: delta.seq } },
        data: { before: json(before), after: json(after) },
        select: columns('seq'),
      }),
    ]
  })
  if (ids.length + rewritten.length === 0) return []
  const where = { ownerId, strategyId: { in: ids } }
  const unmerged = ids.filter((id) => !merged.has(id))
  const touched = touchedBy(deltas, turns)
  const left = touched.filter((id) => !gone.has(id))
  return [
    db.delta.updateMany({ where, data: { op: 'FORGET', before: sqlNull, after: sqlNull } }),
    ...rewritten,
    db.strategyUse.deleteMany({ where: { ownerId, strategyId: { in: unmerged } } }),
    db.strategyLink.deleteMany({ where: { ownerId, OR: [{ fromId: { in: ids } }, { toId: { in: ids } }] } }),
    db.provenance.deleteMany({
      where: {
        ownerId,
        kind: { in: ['strategy', 'wording'] },
        OR: [{ refId: { in: ids } }, { sourceTurnId: { in: [...turns] } }],
      },
    }),
    db.strategy.deleteMany({ where: { ownerId, id: { in: ids } } }),
    db.recallHit.deleteMany({ where: { kind: 'strategy', refId: { in: ids }, recall: { ownerId } } }),
    db.citation.deleteMany({ where: { kind: 'strategy', refId: { in: ids } } }),
    db.embedding.deleteMany({ where: { ownerId, kind: 'strategy', refId: { in: ids } } }),
    ...removeUnitsOps(db, ownerId, { refIds: ids }),
    // A job that read a strategy before this cannot write it back.
    db.strategy.updateMany({ where: { ownerId, id: { in: touched } }, data: { version: { increment: 1 } } }),
    ...againOps(db, ownerId, 'learning', taught, [...turns, ...(forgotten.readers ?? [])]),
    ...changeOps(db, ownerId, [...changesTo('strategy', 'del', ids), ...changesTo('strategy', 'put', left)]),
  ]
}

const sourcesIn = (value: unknown) => (value as Patch | null)?.sources ?? []
function touchedBy(deltas: readonly Logged[], turns: ReadonlySet<string>): string[] {
  const named = ({ before, after }: Logged) => [...sourcesIn(before), ...sourcesIn(after)]
  const touched = deltas.filter((delta) => named(delta).some((id) => turns.has(id)))
  return [...new Set(touched.map(({ strategyId }) => strategyId))]
}

/** The strategies of these conversations, removed ones included: their deltas still have their texts. */
function usedIn(deltas: readonly Logged[], conversations: ReadonlySet<string>): string[] {
  if (conversations.size === 0) return []
  // A removed strategy counts as it last was.
  const last = replay(deltas.filter(({ after }) => after !== null))
  return [...last].flatMap(([id, { conversationId }]) =>
    conversationId && conversations.has(conversationId) ? [id] : [],
  )
}

/** The turns that taught the text of these strategies, unless they were removed. */
function teachersOf(deltas: readonly Logged[], gone: ReadonlySet<string>): string[] {
  if (gone.size === 0) return []
  const there = replay(deltas)
  const told = deltas.filter(
    ({ op, strategyId: id, after }) =>
      gone.has(id) && there.has(id) && op !== 'TAG' && isTold(after as Patch | null),
  )
  const from = ({ op, turnId, after }: Logged) => [turnId ?? [], op === 'ADD' ? sourcesIn(after) : []].flat()
  return [...new Set(told.flatMap(from))]
}

/** A patch without these turns as sources and without links to these strategies. */
function without(value: unknown, turns: ReadonlySet<string>, gone: ReadonlySet<string>): unknown {
  if (value === null) return null
  const patch = { ...(value as Patch) }
  if (patch.sources) patch.sources = patch.sources.filter((turnId) => !turns.has(turnId))
  if (patch.links) patch.links = patch.links.filter(({ to }) => !gone.has(to))
  return patch
}
/** What a patch says of merges alone; null if nothing. */
const mergeIn = (value: unknown): Patch | null => {
  const { merged } = (value ?? {}) as Patch
  return merged === undefined ? null : { merged }
}
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const json = (value: unknown) => (value === null ? sqlNull : (value as Prisma.InputJsonObject))

/** Before all other jobs: roll-ups read what these make. */
const AT_ONCE = new Date(0)

/** Writes for a transaction: jobs that make a derived text of turns again, once for what was forgotten. */
export function againOps(
  db: Db,
  ownerId: string,
  only: NonNullable<NotesPayload['only']>,
  turnIds: readonly string[],
  forgotten: readonly string[],
): Batch {
  const jobs = turnIds.map((turnId) => {
    const key = `${turnId}.${only}.without.${forgotten[0] ?? ''}`
    const id = `job_${sha256([ownerId, NOTES, key].join(' ')).slice(0, 24)}`
    return { id, kind: NOTES, key, payload: { turnId, only } satisfies NotesPayload }
  })
  return jobOps(db, ownerId, jobs, AT_ONCE)
}
