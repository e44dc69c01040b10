import type { Db, Prisma } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { chunks } from '@/lib/db/engine/pages'
import { manifestSchema, STEP_FORM } from '@/lib/db/turns/steps'
import { distinctSources, type Source } from '@/lib/shared/memory/source'

const AT_ONCE = 100

/** The messages after these turns, and after those, on any branch. */
export async function messagesAfter(db: Db, ownerId: string, turnIds: readonly string[]): Promise<string[]> {
  const after = async (ids: string[]) =>
    (await db.turn.findMany({ where: { ownerId, parentId: { in: ids } }, select: columns('id') })).map(
      ({ id }) => id,
    )
  const found: string[] = []
  for (const ids of chunks([...turnIds], AT_ONCE)) {
    const next = await after(ids)
    found.push(...next, ...(await after(next)))
  }
  return found
}

/** Strategies that a turn's calls of learning may have shown: used or changed ones, and those near them. */
async function strategiesShown(db: Db, ownerId: string, turnId: string): Promise<string[]> {
  const where = { ownerId, turnId }
  const [uses, deltas] = await Promise.all([
    db.strategyUse.findMany({ where, select: columns('strategyId') }),
    db.delta.findMany({ where, select: columns('strategyId') }),
  ])
  const changed = deltas.map(({ strategyId }) => strategyId)
  const links = await db.strategyLink.findMany({ where: { ownerId, fromId: { in: changed } } })
  return [...uses.map(({ strategyId }) => strategyId), ...changed, ...links.map(({ toId }) => toId)]
}

/**
 * Adds to the prompts of learning of earlier versions what they may quote: the messages after their turn, and
 * strategies. A prompt does not say which it had. Runs once per database, and for imported turns.
 */
export async function readOldLearning(db: Db): Promise<void> {
  const phase = { in: ['judge', 'distil', 'reflect', 'curate'] }
  for (;;) {
    const steps = await db.step.findMany({
      where: { form: STEP_FORM - 1, phase },
      select: columns('id ownerId turnId manifest'),
      take: AT_ONCE,
    })
    if (steps.length === 0) return
    for (const { id, ownerId, turnId, manifest } of steps) {
      const read = manifestSchema.parse(manifest)
      const sources = distinctSources([
        ...(await messagesAfter(db, ownerId, [turnId])).map((id): Source => ({ kind: 'turn', id })),
        ...(await strategiesShown(db, ownerId, turnId)).map(
          (id): Source => ({ kind: 'strategy', id, turns: [] }),
        ),
      ])
      const user = read.user.map((part) => ({ ...part, sources: [...(part.sources ?? []), ...sources] }))
      const data = { manifest: { ...read, user } as Prisma.InputJsonObject, form: STEP_FORM }
      await db.step.updateMany({ where: { id }, data })
    }
  }
}
