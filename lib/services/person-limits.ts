import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { DAY_MS } from '@/lib/base/day'
import { once } from '@/lib/base/once'
import type { Runtime } from '@/lib/base/runtime'
import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { spendSince } from '@/lib/db/ledger/spend'
import { costMicros, DEFAULT_PRICES } from '@/lib/model/prices'
import { MnemeError } from '@/lib/shared/errors'

type Person = { db: Db; ownerId: string; runtime: Pick<Runtime, 'now'> }

const MINUTE = 60

/** How long to wait, rounded up: "42 seconds", "5 hours". */
export function waitWords(ms: number): string {
  const [size, unit] =
    ms < 90_000 ? [1_000, 'second'] : ms < 5_400_000 ? [60_000, 'minute'] : [3_600_000, 'hour']
  const count = Math.max(1, Math.ceil(ms / Number(size)))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const limited = (message: string, ms: number) =>
  new MnemeError('limit_reached', message, `Your draft is kept. Try again in ${waitWords(ms)}.`)

async function takeTurn(ownerId: string, most: number): Promise<void> {
  const limiter = once(
    `turns-a-minute-${most}`,
    () => new RateLimiterMemory({ points: most, duration: MINUTE }),
  )
  await limiter.consume(ownerId).catch((why: unknown) => {
    const ms = why instanceof RateLimiterRes ? why.msBeforeNext : MINUTE * 1_000
    throw limited(`You have reached the limit of ${most} messages per minute.`, ms)
  })
}

/**
 * Today's cost in millionths of a dollar. People can edit their prices, so a listed model costs at least its
 * list price. null if a call has no known price.
 */
async function spentToday({ db, ownerId }: Person, since: Date): Promise<number | null> {
  let spent = 0
  for (const used of await spendSince(db, ownerId, since)) {
    const listed = costMicros(used.model, used, DEFAULT_PRICES)
    if (listed === null && used.unpriced > 0) return null
    spent += Math.max(used.costMicros, listed ?? 0)
  }
  return spent
}

async function refuseOverBudget(person: Person, most: number): Promise<void> {
  const now = person.runtime.now().getTime()
  const midnight = now - (now % DAY_MS)
  const spent = await spentToday(person, new Date(midnight))
  const left = midnight + DAY_MS - now
  if (spent === null)
    throw limited(
      `A model without a known price was used today, so the daily limit of $${most} cannot be checked.`,
      left,
    )
  if (spent >= most * 1e6) throw limited(`You have reached today's spending limit of $${most}.`, left)
}

/** Whether people share this installation, so that each has limits. */
export const hasPersonLimits = (): boolean => Boolean(env().MNEME_ACCESS_TOKEN)

/**
 * Counts one more turn of a person in a shared installation. Refuses what cannot be counted; running turns
 * continue. @throws MnemeError limit_reached.
 */
export async function takePersonsTurn(person: Person): Promise<void> {
  const { MNEME_ACCESS_TOKEN, MNEME_TURNS_PER_MINUTE, MNEME_SPEND_PER_DAY } = env()
  if (!MNEME_ACCESS_TOKEN) return
  if (MNEME_SPEND_PER_DAY) await refuseOverBudget(person, MNEME_SPEND_PER_DAY)
  await takeTurn(person.ownerId, MNEME_TURNS_PER_MINUTE)
}
