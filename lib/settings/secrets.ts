import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { writesNothing } from '@/lib/db/engine/storage/storage'
import { deleteSecret, readSecret, writeSecret } from '@/lib/db/settings'
import { once } from '@/lib/shared/once'

/**
 * The installation's secret: MNEME_SECRET, else random bytes in the data directory, readable by its owner
 * only.
 */
export function masterSecret(): string {
  const { MNEME_SECRET, MNEME_DATA_DIR } = env()
  if (MNEME_SECRET) return MNEME_SECRET
  return once('master-secret', () =>
    writesNothing() ? newSecret() : storedSecret(path.resolve(MNEME_DATA_DIR, 'secret')),
  )
}

const newSecret = () => randomBytes(32).toString('hex')

function storedSecret(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, newSecret(), { mode: 0o600 })
    // link fails if another process was first; then its secret counts.
    try {
      linkSync(draft, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    }
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}

/** A key for one purpose, derived from the installation's secret (HKDF-SHA256, RFC 5869). */
export const deriveKey = (purpose: string) =>
  Buffer.from(hkdfSync('sha256', masterSecret(), 'mneme', purpose, 32))

/**
 * AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. `context` is authenticated, so a row cannot be moved
 * to another owner.
 */
export function seal(text: string, context: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey('secrets'), nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Uint8Array.from(Buffer.concat([nonce, cipher.getAuthTag(), body]))
}

/** null if the secret or the context differs. */
export function unseal(sealed: Uint8Array, context: string): string | null {
  try {
    const bytes = Buffer.from(sealed)
    const decipher = createDecipheriv('aes-256-gcm', deriveKey('secrets'), bytes.subarray(0, 12))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** `place` = the normalised address, or the command, that a key is for. */
type KeyOf = { id: string; place: string }
/** A sealed key opens only for the same owner and place. */
const contextOf = (ownerId: string, { id, place }: KeyOf) => `${ownerId}/${id}/${place}`
/** The token of a tool server. */
export const saveServerToken = (db: Db, ownerId: string, of: KeyOf, token: string) =>
  writeSecret(db, ownerId, of.id, seal(token, contextOf(ownerId, of)), token.slice(-4))
export async function readServerToken(db: Db, ownerId: string, of: KeyOf): Promise<string | null> {
  const row = await readSecret(db, ownerId, of.id)
  return row && unseal(row.cipher, contextOf(ownerId, of))
}

const KEY = 'openai'
export const saveApiKey = (db: Db, ownerId: string, address: string, key: string) =>
  saveServerToken(db, ownerId, { id: KEY, place: address }, key)
export const forgetApiKey = (db: Db, ownerId: string) => deleteSecret(db, ownerId, KEY)
/** The key stored for this address, for the model layer only; null for other addresses. */
export const readApiKey = (db: Db, ownerId: string, address: string): Promise<string | null> =>
  readServerToken(db, ownerId, { id: KEY, place: address })

/** A key is stored, but not for this address, or not with this server's secret. */
export const hasUnreadableKey = async (db: Db, ownerId: string, address: string): Promise<boolean> =>
  (await readSecret(db, ownerId, KEY)) !== null && (await readApiKey(db, ownerId, address)) === null

const [INSTALLATION, CHECK] = ['', 'check']
/**
 * Whether this server has the secret that the database was first used with. Servers with data directories of
 * their own need the same MNEME_SECRET, or they cannot read each other's keys.
 */
export async function sharesSecret(db: Db): Promise<boolean> {
  const row = await readSecret(db, INSTALLATION, CHECK)
  if (row) return unseal(row.cipher, CHECK) === CHECK
  await writeSecret(db, INSTALLATION, CHECK, seal(CHECK, CHECK), '')
  return true
}
