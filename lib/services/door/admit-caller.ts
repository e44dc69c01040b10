import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { bindUser, countCall } from '@/lib/db/door/tokens'
import { sha256 } from '@/lib/db/engine/blobs'
import { type Db, onSqlite } from '@/lib/db/engine/client'
import type { OutsideCaller, Scope } from '@/lib/shared/door'
import { limitsOfDoor } from '@/lib/shared/door'
import { MnemeError } from '@/lib/shared/errors'
import { once } from '@/lib/shared/once'
import type { Runtime } from '@/lib/shared/runtime'
import { waitWords } from '../person-limits'
import { noteStranger, noteUse } from './call-log'
import { type Known, knownCaller } from './known'

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
async function checkUser(db: Db, known: Known, named: string | null): Promise<void> {
  const { tokenId } = known.caller
  if (tokenId === null) return
  const name = named?.trim() || null
  const user = name && name.length > limitsOfDoor.userChars ? sha256(name) : name
  if (known.boundUser === null && user !== null) known.boundUser = await bindUser(db, tokenId, user)
  if (known.boundUser === user) return
  throw new MnemeError(
    'forbidden',
    'This token serves another user of this program.',
    'Every person makes a token of their own in Mneme under Settings → Connections.',
  )
}

/** Counts in the database on PostgreSQL, which several servers may share; in memory on SQLite, which has one. */
async function takeCall({ db, runtime }: Door, { caller, callsPerMinute: most }: Known): Promise<void> {
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
  const limiter = once(
    `calls-a-minute-${most}`,
    () => new RateLimiterMemory({ points: most, duration: MINUTE_MS / 1_000 }),
  )
  await limiter.consume(caller.tokenId ?? 'local').catch((why: unknown) => {
    throw limited(why instanceof RateLimiterRes ? why.msBeforeNext : MINUTE_MS)
  })
}
