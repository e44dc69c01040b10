import type { Db } from './client'

export type InstanceRow = { id: string; host: string; pid: number }

export const registerInstance = (db: Db, instance: InstanceRow, now: Date) =>
  db.instance.create({ data: { ...instance, startedAt: now, seenAt: now } })
export const seeInstance = (db: Db, id: string, now: Date) =>
  db.instance.updateMany({ where: { id }, data: { seenAt: now } })
export const removeInstance = (db: Db, id: string) => db.instance.deleteMany({ where: { id } })

/** Instances by id, of those named. */
export async function instancesById(
  db: Db,
  ids: string[],
): Promise<Map<string, InstanceRow & { startedAt: Date }>> {
  return new Map((await db.instance.findMany({ where: { id: { in: ids } } })).map((row) => [row.id, row]))
}

/**
 * Removes processes that are gone: those of this host as `isGone` says, others once they were not seen since
 * `before`.
 */
export async function forgetInstances(
  db: Db,
  host: string,
  isGone: (row: InstanceRow & { startedAt: Date }) => boolean,
  before: Date,
): Promise<void> {
  const here = await db.instance.findMany({ where: { host } })
  const gone = here.filter(isGone).map((row) => row.id)
  await db.instance.deleteMany({
    where: { OR: [{ id: { in: gone } }, { host: { not: host }, seenAt: { lt: before } }] },
  })
}
