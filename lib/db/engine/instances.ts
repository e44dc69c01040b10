import type { Db } from './client'

export type InstanceRow = { id: string; host: string; pid: number }

export const registerInstance = (db: Db, instance: InstanceRow, now: Date) =>
  db.instance.create({ data: { ...instance, startedAt: now, seenAt: now } })
export const recordHeartbeat = (db: Db, id: string, now: Date) =>
  db.instance.updateMany({ where: { id }, data: { seenAt: now } })
export const removeInstance = (db: Db, id: string) => db.instance.deleteMany({ where: { id } })

export async function instancesById(db: Db, ids: string[]) {
  return new Map((await db.instance.findMany({ where: { id: { in: ids } } })).map((row) => [row.id, row]))
}

/** Removes dead processes: of this host where `isGone`, of others those not seen since `before`. */
export async function removeDeadInstances(
  db: Db,
  host: string,
  isGone: (row: InstanceRow & { startedAt: Date }) => boolean,
  before: Date,
): Promise<void> {
  const here = await db.instance.findMany({ where: { host } })
  const gone = { id: { in: here.filter(isGone).map((row) => row.id) } }
  const unseen = { host: { not: host }, seenAt: { lt: before } }
  await db.instance.deleteMany({ where: { OR: [gone, unseen] } })
}
