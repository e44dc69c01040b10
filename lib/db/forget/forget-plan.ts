import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { columns, inChunks, ownedBy } from '@/lib/db/engine/rows'
import { touchesIn } from '@/lib/db/files/touches-in'
import type { OtherTurn } from '@/lib/shared/memory/forget'
import { type StateValue, stateKey } from '@/lib/shared/workspace'

/** Turns that are neither forgotten nor in the trash. */
export const STILL_THERE = { trashId: null, status: { not: 'forgotten' as const } }

/** Remaining turns whose answers cite one of these. */
export async function citersOf(db: Db, ownerId: string, turnIds: string[]): Promise<OtherTurn[]> {
  const citations = await inChunks(turnIds, (ids) =>
    db.citation.findMany({ where: { kind: 'turn', refId: { in: ids } }, select: columns('turnId') }),
  )
  const citing = new Set(citations.map(({ turnId }) => turnId))
  const own = new Set(turnIds)
  const turns = await db.turn.findMany({
    where: { ownerId, id: { in: [...citing].filter((id) => !own.has(id)) }, ...STILL_THERE },
    select: { id: true, conversationId: true, number: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return turns.map(({ id, ...turn }) => ({ ...turn, turnId: id }))
}

/** Turns of these conversations that can be forgotten, on any branch, running ones included. */
export async function turnIdsIn(db: Db, ownerId: string, conversationIds: string[]): Promise<string[]> {
  const where = { ...ownedBy(ownerId), ...STILL_THERE }
  const turns = await inChunks(conversationIds, (ids) =>
    db.turn.findMany({ where: { ...where, conversationId: { in: ids } }, select: columns('id') }),
  )
  return turns.map(({ id }) => id)
}

/** Every version of these files in a conversation, on any branch; files that no turn touched are omitted. */
export async function versionsOf(db: Db, ownerId: string, conversationId: string, paths: string[]) {
  const touches = await touchesIn(db, ownerId, conversationId, paths)
  return paths.flatMap((path) => {
    const own = touches.filter((touch) => touch.path === path)
    const hashes = [
      ...new Set(own.flatMap((touch) => [touch.fromHash, touch.toHash]).filter((hash) => hash !== null)),
    ]
    return hashes.length ? [{ path, hashes }] : []
  })
}

/** Paths that these turns wrote or received; `only` = no other turn of the conversation changed them. */
export async function filesOf(db: Db, ownerId: string, conversationId: string, turnIds: string[]) {
  const touched = await inChunks(turnIds, (ids) => {
    const where = { ownerId, turnId: { in: ids }, op: { in: ['write', 'edit', 'upload'] } }
    return db.fileTouch.findMany({ where, select: columns('path') })
  })
  const written = new Set(touched.map(({ path }) => path))
  const changes = (await touchesIn(db, ownerId, conversationId, [...written])).filter(
    ({ op }) => op !== 'read',
  )
  const shared = new Set(changes.flatMap(({ path, turnId }) => (turnIds.includes(turnId) ? [] : path)))
  const paths = [...written].sort()
  return { only: paths.filter((path) => !shared.has(path)), shared: paths.filter((path) => shared.has(path)) }
}

const setArgs = z.object({ key: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })
const pairOf = ({ key, value }: StateValue) => JSON.stringify([key, value])
/** Values that tool calls of a conversation set: `own` by these turns, `others` by remaining turns. */
async function stateSet(db: Db, ownerId: string, conversationId: string, turnIds: string[]) {
  const calls = await db.toolCall.findMany({
    where: { name: 'set_state', ok: true, step: { ownerId, turn: { conversationId } } },
    select: { args: true, step: { select: { turnId: true, turn: { select: { trashId: true } } } } },
    orderBy: { id: 'asc' },
  })
  const forgotten = new Set(turnIds)
  const own = new Map<string, StateValue>()
  const others = new Set<string>()
  for (const { args, step } of calls) {
    const set = setArgs.safeParse(args).data
    const value = set && { key: stateKey(set.key), value: String(set.value) }
    if (value && forgotten.has(step.turnId)) own.set(pairOf(value), value)
    else if (value && step.turn.trashId === null) others.add(pairOf(value))
  }
  return { own: [...own.values()], others }
}

/** Values that were set by these turns and by no remaining turn. */
export async function stateSetBy(db: Db, ownerId: string, conversationId: string, turnIds: string[]) {
  const { own, others } = await stateSet(db, ownerId, conversationId, turnIds)
  return own.filter((value) => !others.has(pairOf(value)))
}

/** The values that no turn outside the trash has set since. */
export async function stillUnset(db: Db, ownerId: string, conversationId: string, state: StateValue[]) {
  if (state.length === 0) return []
  const { others } = await stateSet(db, ownerId, conversationId, [])
  return state.filter((value) => !others.has(pairOf(value)))
}

/** The model's replies that may name the conversation, after these turns. */
export async function titleReplies(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const where = { ownerId, phase: { in: ['notes', 'title'] }, turnId: { in: turnIds.slice(0, 500) } }
  return (await db.step.findMany({ where, select: columns('text') })).map((step) => step.text)
}
