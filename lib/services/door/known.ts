import { fromThisMachine, type Header, LOCAL_OWNER, ownerNames } from '@/lib/config/access'
import { env } from '@/lib/config/env'
import { tokenByHash } from '@/lib/db/door/tokens'
import { sha256 } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { loadSettings } from '@/lib/settings/layers'
import { type OutsideCaller, SCOPES, type Scope } from '@/lib/shared/door'
import { MnemeError } from '@/lib/shared/errors'
import { once } from '@/lib/shared/once'
import { noteStranger } from './call-log'

/** How long a token is believed without a look at the database: other processes may have revoked it. */
const CACHE_MS = 3_000
const KEY = /^Bearer\s+(mneme_[\w-]{43})$/i
const MAKE_ONE = 'Make a token in Mneme under Settings → Connections.'

/** A caller that may come in, with what else decides on its calls. */
export type Known = {
  caller: OutsideCaller
  expiresAt: Date | null
  revokedAt: Date | null
  boundUser: string | null
  userHeader: string
  callsPerMinute: number
  withoutToken: boolean
}
type Cached = { until: number; found: Promise<Known | null> }

const cache = () => once('door', () => new Map<string, Cached>())
/** What was revoked or renewed here stops at once, also for look-ups that still run. */
export const forgetKnown = () => cache().clear()

async function withSettings(
  db: Db,
  caller: OutsideCaller,
  token: Pick<Known, 'expiresAt' | 'revokedAt' | 'boundUser'>,
): Promise<Known> {
  const { get } = await loadSettings(db, caller.ownerId, null)
  return {
    ...{ caller, ...token },
    userHeader: get('outside.userHeader').value,
    callsPerMinute: get('outside.callsPerMinute').value,
    withoutToken: get('outside.withoutToken').value,
  }
}

async function byHash(db: Db, hash: string): Promise<Known | null> {
  const row = await tokenByHash(db, hash)
  if (!row) return null
  const { id, ownerId, name, scopes, ...token } = row
  const may = SCOPES.filter((scope) => (scopes as Scope[]).includes(scope))
  return withSettings(db, { ownerId, tokenId: id, client: name, may }, token)
}

const local: OutsideCaller = { ownerId: LOCAL_OWNER, tokenId: null, client: 'a local program', may: SCOPES }
const NO_TOKEN = { expiresAt: null, revokedAt: null, boundUser: null }

/** Concurrent callers share one read. A token that was not found is not kept. */
function cached(key: string, now: number, read: () => Promise<Known | null>): Promise<Known | null> {
  const held = cache().get(key)
  if (held && held.until > now) return held.found
  const entry: Cached = { until: now + CACHE_MS, found: read() }
  const drop = () => void (cache().get(key) === entry && cache().delete(key))
  entry.found.then((found) => found ?? drop(), drop)
  cache().set(key, entry)
  return entry.found
}

/** Who calls from another program, by its token alone. @throws MnemeError unauthorised. */
export async function knownCaller(db: Db, header: Header, now: Date): Promise<Known> {
  const given = header('authorization')
  const refused = (message: string, hint = MAKE_ONE) => {
    noteStranger(given === null ? 'without' : 'wrong')
    return new MnemeError('unauthorised', message, hint)
  }
  if (given === null) {
    const found = fromThisMachine(env(), header)
      ? await cached('local', now.getTime(), () => withSettings(db, local, NO_TOKEN))
      : null
    if (found?.withoutToken) return found
    throw refused('Send a token as “Authorization: Bearer mneme_…”.')
  }
  const key = KEY.exec(given.trim())?.[1]
  const hash = key && sha256(key)
  const known = hash ? await cached(hash, now.getTime(), () => byHash(db, hash)) : null
  // A person whom the environment no longer names has no more tokens either.
  if (!known || !ownerNames(env()).includes(known.caller.ownerId)) throw refused('This token is not valid.')
  if (known.revokedAt) throw refused('This token was revoked.')
  if (known.expiresAt && known.expiresAt <= now)
    throw refused('This token has expired.', 'Renew it in Mneme under Settings → Connections.')
  return known
}
