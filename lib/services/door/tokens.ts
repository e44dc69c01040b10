import { randomBytes } from 'node:crypto'
import { addToken, callsOf, changeToken, countWorking, findToken, tokensOf } from '@/lib/db/door/tokens'
import { sha256 } from '@/lib/db/engine/blobs'
import { DAY_MS } from '@/lib/shared/day'
import {
  LIVES,
  type Life,
  limitsOfDoor,
  type NewTokenDto,
  type OutsideCallDto,
  type Scope,
  type TokenDto,
} from '@/lib/shared/door'
import { MnemeError, notFound } from '@/lib/shared/errors'
import type { Person } from '../caller'
import { writeCalls } from './call-log'

type Row = Awaited<ReturnType<typeof tokensOf>>[number]

const newKey = () => `mneme_${randomBytes(32).toString('base64url')}`
const endOf = (now: Date, life: Life) => new Date(now.getTime() + LIVES[life] * DAY_MS)
const dtoOf = ({ id, name, scopes, boundUser, ...row }: Row): TokenDto => ({
  ...{ id, name, boundUser, may: scopes as Scope[] },
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})

/** So that the last calls are shown at once. What cannot be written now waits for the next batch. */
const written = (to: Parameters<typeof writeCalls>[0]) => writeCalls(to).catch(() => {})

/** A person's tokens, newest first, and for a while those that were revoked. */
export async function listTokens({ db, ownerId, runtime }: Person): Promise<TokenDto[]> {
  await written({ db, runtime })
  const since = new Date(runtime.now().getTime() - limitsOfDoor.revokedDays * DAY_MS)
  return (await tokensOf(db, ownerId, since)).map(dtoOf)
}

/** @throws MnemeError limit_reached. */
export async function createToken(
  { db, ownerId, runtime }: Person,
  { name, life, may }: { name: string; life: Life; may: Scope[] },
): Promise<NewTokenDto> {
  const now = runtime.now()
  if ((await countWorking(db, ownerId, now)) >= limitsOfDoor.tokens)
    throw new MnemeError(
      'limit_reached',
      `You have ${limitsOfDoor.tokens} tokens, which is the most.`,
      'Revoke one that you no longer need.',
    )
  const key = newKey()
  const token = await addToken(db, {
    ...{ id: runtime.id('token'), ownerId, name, hash: sha256(key) },
    ...{ scopes: [...new Set(may)], createdAt: now, expiresAt: endOf(now, life) },
  })
  return { token: dtoOf(token), key }
}

/** A new key with the same name and scopes. The old key stops at once. @throws MnemeError not_found. */
export async function renewToken({ db, ownerId, runtime }: Person, { id, life }: { id: string; life: Life }) {
  const key = newKey()
  const changed = await changeToken(db, ownerId, id, {
    hash: sha256(key),
    expiresAt: endOf(runtime.now(), life),
  })
  const token = changed && (await findToken(db, ownerId, id))
  if (!token) throw notFound('token')
  return { token: dtoOf(token), key }
}

/** @throws MnemeError not_found. */
export async function revokeToken({ db, ownerId, runtime }: Person, id: string): Promise<null> {
  const changed = await changeToken(db, ownerId, id, { revokedAt: runtime.now() })
  if (!changed) throw notFound('token')
  return null
}

/** @throws MnemeError not_found. */
export async function lastCalls({ db, ownerId, runtime }: Person, id: string): Promise<OutsideCallDto[]> {
  if (!(await findToken(db, ownerId, id))) throw notFound('token')
  await written({ db, runtime })
  return (await callsOf(db, ownerId, id)).map(({ id, tool, at, ids, count }) => ({
    ...{ id, tool, count, at: at.toISOString(), ids: ids as string[] },
  }))
}
