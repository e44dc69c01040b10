import type { Db } from '@/lib/db/engine/client'
import { type Statement, statementsOf } from '@/lib/db/facts/statements'
import { reachFor } from '@/lib/memory/index/memory-index'
import { type MemoryContext, placeOf } from '@/lib/memory/recall/memory-context'
import { withoutHealth } from './health'
import { joined } from './joined'
import { type Fact, timelineOf } from './timeline'

type Reader = Pick<MemoryContext, 'db' | 'ownerId' | 'scope' | 'now' | 'zone' | 'withoutHealth'>
/** Reads everything that the Facts page shows, including the sample's facts. */
export const everywhere = (db: Db, ownerId: string, now: () => Date = () => new Date()): Reader => ({
  ...{ db, ownerId, now, zone: 'UTC' },
  scope: { reach: 'owner', conversation: null, withSample: true },
})

/** The statements a reader may use: added by the person, or said on a path that the reader can reach. */
export async function statementsFor(reader: Reader, most?: number): Promise<Statement[]> {
  const { db, ownerId, scope } = reader
  if (scope.reach === 'off') return []
  return joined(await reachedBy(reader, await statementsOf(db, ownerId, undefined, most)))
}

/** Those of these statements that a reader can reach. */
export async function reachedBy(reader: Reader, all: readonly Statement[]): Promise<Statement[]> {
  const { db, ownerId } = reader
  const talks = [...new Set(all.flatMap(({ said }) => said?.conversationId ?? []))]
  const place = placeOf(reader)
  const reach = await reachFor(db, ownerId, talks, place)
  return all.filter(({ said }) =>
    said ? said.number <= reach(said.conversationId, said.branchId).upTo : place.scope === 'owner',
  )
}

/** The facts a reader may use, with those that were true earlier. Proposed ones are left out. */
export const factsFor = async (reader: Reader): Promise<Fact[]> => factsOf(reader, await activeFor(reader))

/** The same, and what was known before: of those statements that `isEarlier`. */
export async function factsAsOf(reader: Reader, isEarlier: (statement: Statement) => boolean) {
  const active = await activeFor(reader)
  return { now: factsOf(reader, active), earlier: factsOf(reader, active.filter(isEarlier)) }
}

const activeFor = async (reader: Reader) =>
  (await statementsFor(reader)).filter(({ status }) => status === 'active')

function factsOf(reader: Reader, statements: readonly Statement[]): Fact[] {
  const facts = timelineOf(statements, reader.now(), reader.zone)
  return reader.withoutHealth ? withoutHealth(facts) : facts
}
