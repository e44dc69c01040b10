import { type NewCall, storeCalls } from '@/lib/db/door/tokens'
import type { Db } from '@/lib/db/engine/client'
import { limitsOfDoor, type OutsideCaller, type StrangerCalls } from '@/lib/shared/door'
import { once } from '@/lib/shared/once'
import type { Runtime } from '@/lib/shared/runtime'

/** Calls that wait to be written; more than these are not noted. */
const MOST_WAITING = 2_000
/** The form of an id, which no sentence has. A file's path would be words. */
const ID = /^[\w-]{1,80}(:[\w-]{1,80})?$/
const KIND = /^[a-z]{1,20}(?=:)/

const waiting = () =>
  once('outside-calls', () => ({ calls: [] as Omit<NewCall, 'id'>[], used: new Map<string, Date>() }))

const strangers = () => once('outside-strangers', () => ({ admitted: 0, without: 0, wrong: 0 }))
/**
 * Counts a call by nobody known: let in without a token, or refused without one or with one that does not work.
 * In memory alone, since whoever has no token may not fill the database.
 */
export const noteStranger = (kind: keyof StrangerCalls) => void strangers()[kind]++
/** Such calls since this server started. */
export const strangerCalls = (): StrangerCalls => ({ ...strangers() })

export function noteUse({ tokenId }: OutsideCaller, at: Date): void {
  if (tokenId !== null) waiting().used.set(tokenId, at)
}

/** Notes what a call did and the ids of what it returned, never words. Written with others later. */
export function noteCall(
  { ownerId, tokenId, runtime }: OutsideCaller & { runtime: Pick<Runtime, 'now'> },
  tool: string,
  ids: readonly string[],
  count = ids.length,
): void {
  const { calls } = waiting()
  if (tokenId === null || calls.length >= MOST_WAITING) return
  const plain = ids.flatMap((id) => (ID.test(id) ? id : (KIND.exec(id)?.[0] ?? [])))
  calls.push({
    ...{ tokenId, ownerId, at: runtime.now(), count },
    tool: /^[\w./-]{1,60}$/.test(tool) ? tool : 'other',
    ids: plain.slice(0, limitsOfDoor.idsOfCall),
  })
}

/** Writes the calls that wait. A batch that cannot be written is tried again with the next. */
export async function writeCalls({ db, runtime }: { db: Db; runtime: Pick<Runtime, 'id'> }): Promise<void> {
  const { calls, used } = waiting()
  if (calls.length + used.size === 0) return
  const [batch, uses] = [calls.splice(0), new Map(used)]
  used.clear()
  try {
    const rows = batch.map((call) => ({ ...call, id: runtime.id('call') }))
    await storeCalls(db, rows, uses)
  } catch (error) {
    calls.unshift(...batch)
    for (const [id, at] of uses) if (!used.has(id)) used.set(id, at)
    throw error
  }
}
