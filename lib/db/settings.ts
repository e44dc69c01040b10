import { changeOps } from './engine/changes'
import type { Batch, Db, Prisma } from './engine/client'

const USER = 'user'
/** A person's stored settings, and those of a conversation. Both are read at once: every job needs them. */
export async function readSettings(db: Db, ownerId: string, conversationId: string | null = null) {
  const scope = conversationId === null ? USER : { in: [USER, conversationId] }
  const rows = await db.setting.findMany({ where: { ownerId, scope } })
  const [user, conversation] = [new Map<string, unknown>(), new Map<string, unknown>()]
  for (const row of rows) (row.scope === USER ? user : conversation).set(row.key, row.value)
  return { user, conversation }
}

/** Other tabs learn of it. */
const changed = (db: Db, ownerId: string, key: string): Batch =>
  changeOps(db, ownerId, [{ kind: 'setting', refId: key, op: 'put' }])

/** null removes the setting, so that the layer below shows through. */
export function settingOps(
  db: Db,
  ownerId: string,
  scope: string,
  key: string,
  value: Prisma.InputJsonValue | null,
): Batch {
  const write =
    value === null
      ? db.setting.deleteMany({ where: { ownerId, scope, key } })
      : db.setting.upsert({
          where: { ownerId_scope_key: { ownerId, scope, key } },
          create: { ownerId, scope, key, value },
          update: { value },
        })
  return [write, ...changed(db, ownerId, key)]
}
export const writeSetting = async (...setting: Parameters<typeof settingOps>): Promise<void> =>
  void (await setting[0].$transaction(settingOps(...setting)))

/** Removes a setting from every conversation of a person, except where its value is `kept`. */
export async function clearInConversations(db: Db, ownerId: string, key: string, kept: string) {
  const where = { ownerId, key, scope: { not: USER }, NOT: { value: { equals: kept } } }
  await db.$transaction([db.setting.deleteMany({ where }), ...changed(db, ownerId, key)])
}

/** An encrypted secret: bytes for the settings layer alone, and its last four characters for people. */
export const readSecret = (db: Db, ownerId: string, name: string) =>
  db.secret.findUnique({ where: { ownerId_name: { ownerId, name } } })
export async function writeSecret(
  db: Db,
  ownerId: string,
  name: string,
  cipher: Uint8Array<ArrayBuffer>,
  last4: string,
): Promise<void> {
  const write = db.secret.upsert({
    where: { ownerId_name: { ownerId, name } },
    create: { ownerId, name, cipher, last4 },
    update: { cipher, last4 },
  })
  await db.$transaction([write, ...changed(db, ownerId, 'provider')])
}
export async function deleteSecret(db: Db, ownerId: string, name: string): Promise<void> {
  const write = db.secret.deleteMany({ where: { ownerId, name } })
  await db.$transaction([write, ...changed(db, ownerId, 'provider')])
}
