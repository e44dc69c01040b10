import type { Db, Prisma } from './client'

/** Stored settings of a scope: `user`, or a conversation's id. */
export async function readSettings(db: Db, ownerId: string, scope: string): Promise<Map<string, Prisma.JsonValue>> {
  return new Map((await db.setting.findMany({ where: { ownerId, scope } })).map((row) => [row.key, row.value]))
}

/** null removes the setting, so that the layer below shows through. */
export async function writeSetting(db: Db, ownerId: string, scope: string, key: string, value: Prisma.InputJsonValue | null): Promise<void> {
  if (value === null) await db.setting.deleteMany({ where: { ownerId, scope, key } })
  else await db.setting.upsert({ where: { ownerId_scope_key: { ownerId, scope, key } }, create: { ownerId, scope, key, value }, update: { value } })
}

/** An encrypted secret: bytes that only the settings layer can open, and the last four characters for people. */
export const readSecret = (db: Db, ownerId: string, name: string) => db.secret.findUnique({ where: { ownerId_name: { ownerId, name } } })
export const writeSecret = (db: Db, ownerId: string, name: string, cipher: Uint8Array<ArrayBuffer>, last4: string) =>
  db.secret.upsert({ where: { ownerId_name: { ownerId, name } }, create: { ownerId, name, cipher, last4 }, update: { cipher, last4 } })
export const deleteSecret = (db: Db, ownerId: string, name: string) => db.secret.deleteMany({ where: { ownerId, name } })
