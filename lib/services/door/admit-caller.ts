import { fromThisMachine, type Header, LOCAL_OWNER, ownerNames } from '@/lib/config/access'
import { env } from '@/lib/config/env'
import { bindUser, countCall, tokenByHash } from '@/lib/db/door/tokens'
import { sha256 } from '@/lib/db/engine/blobs'
import { type Db, onSqlite } from '@/lib/db/engine/client'
import { loadSettings } from '@/lib/settings/layers'
import { limitsOfDoor, type OutsideCaller, SCOPES, type Scope } from '@/lib/shared/door'
import { MnemeError } from '@/lib/shared/errors'
import type { Runtime } from '@/lib/shared/runtime'
import { takeOne, waitWords } from '../person-limits'
import { noteStranger, noteUse } from './call-log'

const KEY = /^Bearer\s+(mneme_[\w-]{43})$/i
const MAKE_ONE = 'Make a token in Mneme under Settings → Connections.'

/** A caller that may come in, with what else decides on its calls. */
export type KnownToken = {
  caller: OutsideCaller
  expiresAt: Date | null
  revokedAt: Date | null
  boundUser: string | null
  userHeader: string
  callsPerMinute: number
  withoutToken: boolean
}

async function withSettings(
  db: Db,
  caller: OutsideCaller,
  token: Pick<KnownToken, 'expiresAt' | 'revokedAt' | 'boundUser'>,
): Promise<KnownToken> {
  const { get } = await loadSettings(db, caller.ownerId, null)
  return {
    ...{ caller, ...token },
    userHeader: get('outside.userHeader').value,
    callsPerMinute: get('outside.callsPerMinute').value,
    withoutToken: get('outside.withoutToken').value,
  }
}

async function byHash(db: Db, hash: string): Promise<KnownToken | null> {
  const row = await tokenByHash(db, hash)
  if (!row) return null
  const { id, ownerId, name, scopes, ...token } = row
  const may = SCOPES.filter((scope) => (scopes as Scope[]).includes(scope))
  return withSettings(db, { ownerId, tokenId: id, client: name, may }, token)
}

const local: OutsideCaller = { ownerId: LOCAL_OWNER, tokenId: null, client: 'a local program', may: SCOPES }
const NO_TOKEN = { expiresAt: null, revokedAt: null, boundUser: null }

/** Who calls from another program, by its token alone. @throws MnemeError unauthorised. */
export async function knownCaller(db: Db, header: Header, now: Date): Promise<KnownToken> {
  const given = header('authorization')
  const refused = (message: string, hint = MAKE_ONE) => {
    noteStranger(given === null ? 'without' : 'wrong')
    return new MnemeError('unauthorised', message, hint)
  }
  if (given === null) {
    const found = fromThisMachine(env(), header) ? await withSettings(db, local, NO_TOKEN) : null
    if (found?.withoutToken) return found
    throw refused('Send a token as “Authorization: Bearer mneme_…”.')
  }
  const key = KEY.exec(given.trim())?.[1]
  const known = key ? await byHash(db, sha256(key)) : null
  // A person whom the environment no longer names has no more tokens either.
  if (!known || !ownerNames(env()).includes(known.caller.ownerId)) throw refused('This token is not valid.')
  if (known.revokedAt) throw refused('This token was revoked.')
  if (known.expiresAt && known.expiresAt <= now)
    throw refused('This token has expired.', 'Renew it in Mneme under Settings → Connections.')
  return known
}

type Door = { db: Db; runtime: Pick<Runtime, 'now'> }

const MINUTE_MS = 60_000
const ACTS: Record<Scope, string> = {
  read: 'read memory',
  write: 'add to memory',
  forget: 'forget anything',
  chat: 'send messages',
}

/**
 * Lets another program in: its token, the user it calls for, its calls this minute, and what it may do. null
 * = anything its token allows. @throws MnemeError unauthorised, forbidden or limit_reached.
 */
export async function admitCaller(door: Door, headers: Headers, scope: Scope | null): Promise<OutsideCaller> {
  const header = (name: string) => headers.get(name)
  const known = await knownCaller(door.db, header, door.runtime.now())
  await checkUser(door.db, known, header(known.userHeader))
  await takeCall(door, known)
  if (scope) needScope(known.caller, scope)
  if (known.caller.tokenId === null) noteStranger('admitted')
  noteUse(known.caller, door.runtime.now())
  return known.caller
}

/** @throws MnemeError forbidden. */
export function needScope({ may }: OutsideCaller, scope: Scope): void {
  if (may.includes(scope)) return
  const hint = 'Make one that may in Mneme under Settings → Connections.'
  throw new MnemeError('forbidden', `This token may not ${ACTS[scope]}.`, hint)
}

/** A program with many users names one in a header. The first is the only one its token serves. */
async function checkUser(db: Db, known: KnownToken, named: string | null): Promise<void> {
  const { tokenId } = known.caller
  if (tokenId === null) return
  const name = named?.trim() || null
  const user = name && name.length > limitsOfDoor.userChars ? sha256(name) : name
  const bound = known.boundUser ?? (user === null ? null : await bindUser(db, tokenId, user))
  if (bound === user) return
  throw new MnemeError(
    'forbidden',
    'This token serves another user of this program.',
    'Every person makes a token of their own in Mneme under Settings → Connections.',
  )
}

/** Counts in the database on PostgreSQL, which several servers may share; in memory on SQLite, which has one. */
async function takeCall({ db, runtime }: Door, { caller, callsPerMinute: most }: KnownToken): Promise<void> {
  const now = runtime.now().getTime()
  const limited = (ms: number) =>
    new MnemeError(
      'limit_reached',
      `This token has reached its limit of ${most} calls per minute.`,
      `Try again in ${waitWords(ms)}.`,
      undefined,
      new Date(now + ms).toISOString(),
    )
  if (caller.tokenId !== null && !onSqlite(db)) {
    const calls = await countCall(db, caller.tokenId, Math.floor(now / MINUTE_MS))
    if (calls > most) throw limited(MINUTE_MS - (now % MINUTE_MS))
    return
  }
  const waitMs = await takeOne('calls-a-minute', most, caller.tokenId ?? 'local')
  if (waitMs !== null) throw limited(waitMs)
}
