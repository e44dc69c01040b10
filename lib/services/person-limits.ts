import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '@/lib/config/env'
import { onSqlite } from '@/lib/db/engine/client'
import { holdSpend, settleSpend, spendOn } from '@/lib/db/ledger/spend'
import { countMessage } from '@/lib/db/users'
import type { Gate } from '@/lib/model/gate'
import { costMicros, DEFAULT_PRICES } from '@/lib/model/prices'
import { DAY_MS } from '@/lib/shared/day'
import { type Failure, MnemeError } from '@/lib/shared/errors'
import { once } from '@/lib/shared/once'
import { OUR_MODELS } from '@/lib/shared/own-models'
import type { Person } from './caller'

const MINUTE_MS = 60_000

/** How long to wait, rounded up: "42 seconds", "5 hours". */
export function waitWords(ms: number): string {
  const [size, unit] =
    ms < 90_000 ? [1_000, 'second'] : ms < 5_400_000 ? [60_000, 'minute'] : [3_600_000, 'hour']
  const count = Math.max(1, Math.ceil(ms / Number(size)))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const limited = (message: string, wait: string) =>
  new MnemeError('limit_reached', message, `Your draft is kept. ${wait}`)

/** Counts one use of `key`. @returns the milliseconds to wait if there were `most` in a minute, else null. */
export async function takeOne(what: string, most: number, key: string): Promise<number | null> {
  const limiter = once(
    `${what}-${most}`,
    () => new RateLimiterMemory({ points: most, duration: MINUTE_MS / 1_000 }),
  )
  return limiter.consume(key).then(
    () => null,
    (why: unknown) => (why instanceof RateLimiterRes ? why.msBeforeNext : MINUTE_MS),
  )
}

/** Counts in the database on PostgreSQL, which several servers may share; in memory on SQLite, which has one. */
async function turnWait({ db, ownerId, runtime }: Person, most: number): Promise<number | null> {
  if (onSqlite(db)) return takeOne('turns-a-minute', most, ownerId)
  const now = runtime.now().getTime()
  const messages = await countMessage(db, ownerId, Math.floor(now / MINUTE_MS))
  return messages > most ? MINUTE_MS - (now % MINUTE_MS) : null
}

const dollars = (micros: number) => `$${(micros / 1e6).toFixed(micros < 10_000 ? 4 : 2)}`

/** Why a call that may cost `micros` is refused; null = it fits, with what running calls may cost. */
async function overLimit({ db, ownerId }: Person, now: Date, micros: number, most: number) {
  const { spent, held } = await spendOn(db, { ownerId, at: now })
  const limit = `today's spending limit of $${most / 1e6}`
  const refused = (message: string, ms: number): Failure & { hint: string } => ({
    code: 'limit_reached',
    message,
    hint: `Try again in ${waitWords(ms)}.`,
    retryAt: new Date(now.getTime() + ms).toISOString(),
  })
  const untilMidnight = DAY_MS - (now.getTime() % DAY_MS)
  if (spent >= most) return refused(`You have reached ${limit}.`, untilMidnight)
  if (spent + micros > most) {
    const left = `${limit} leaves ${dollars(most - spent)}`
    return refused(`This call could cost ${dollars(micros)}, but ${left}.`, untilMidnight)
  }
  const isHeld = spent + held + micros > most
  return isHeld ? refused(`The calls that are running could use up ${limit}.`, MINUTE_MS) : null
}

const spendLimit = (): number | null => {
  const { MNEME_ACCESS_TOKEN, MNEME_SPEND_PER_DAY: most } = env()
  return MNEME_ACCESS_TOKEN && most ? Math.round(most * 1e6) : null
}

/**
 * The gate in front of every model call made for a person of a shared installation with a daily limit; null =
 * there is no limit. Prices are the operator's and the list's, since people may type any price in Settings.
 * A model without one is refused: any figure we assumed could be too low.
 */
export function spendingGate(person: Person): Gate | null {
  const most = spendLimit()
  if (most === null) return null
  const { db, ownerId, runtime } = person
  const prices = { ...DEFAULT_PRICES, ...env().MNEME_PRICES }
  return async (model, estimate) => {
    const micros = OUR_MODELS.includes(model) ? null : costMicros(model, estimate, prices)
    if (micros === null)
      return {
        code: 'limit_reached',
        message: `The price of ${model} is not known, so the daily limit of $${most / 1e6} cannot be checked.`,
        hint: 'Choose another model, or ask whoever runs this server to add its price to MNEME_PRICES.',
      }
    let whose = { ownerId, at: runtime.now() }
    while (!(await holdSpend(db, whose, micros, most))) {
      const refused = await overLimit(person, whose.at, micros, most)
      if (refused) return refused
      whose = { ownerId, at: runtime.now() }
    }
    // If it cannot be written, the estimate stays counted.
    return async (used) =>
      settleSpend(db, whose, micros, costMicros(model, used, prices) ?? micros).catch(() => {})
  }
}

/**
 * Counts one more turn of a person in a shared installation. Refuses what cannot be counted; running turns
 * continue until a call of theirs is over the limit. @throws MnemeError limit_reached.
 */
export async function takePersonsTurn(person: Person): Promise<void> {
  const { MNEME_ACCESS_TOKEN, MNEME_TURNS_PER_MINUTE } = env()
  if (!MNEME_ACCESS_TOKEN) return
  const most = spendLimit()
  const refused = most !== null && (await overLimit(person, person.runtime.now(), 0, most))
  if (refused) throw limited(refused.message, refused.hint)
  const waitMs = await turnWait(person, MNEME_TURNS_PER_MINUTE)
  if (waitMs !== null)
    throw limited(
      `You have reached the limit of ${MNEME_TURNS_PER_MINUTE} messages per minute.`,
      `Try again in ${waitWords(waitMs)}.`,
    )
}
