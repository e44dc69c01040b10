import type { Db } from '@/lib/db/engine/client'
import { type Statement, statementsOf } from '@/lib/db/facts/statements'
import { zoneFor } from '@/lib/db/turns/turns'
import { reachFor } from '@/lib/memory/index/memory-index'
import { type MemoryContext, scopeOf } from '@/lib/memory/recall/recall-query'
import { factLine, factNorm, isDenial, isOfSample, USER } from '@/lib/shared/memory/facts'
import { namesIllness } from '@/lib/shared/memory/illness'
import { isOfHealth, kindOfFact } from '@/lib/shared/memory/predicates'
import { type Fact, latest, timelineOf } from './timeline'

/** `zone` null = the person's. */
type Reader = Pick<MemoryContext, 'db' | 'ownerId' | 'scope' | 'now' | 'withoutHealth'> & {
  zone: string | null
}
/** Reads everything that the Facts page shows, including the sample's facts. */
export const everywhere = (db: Db, ownerId: string, now: () => Date = () => new Date()): Reader => ({
  ...{ db, ownerId, now, zone: null },
  scope: { reach: 'owner', conversation: null, withSample: true },
})

/** The statements a reader may use: added by the person, or said on a path that the reader can reach. */
export async function statementsFor(reader: Reader, most?: number): Promise<Statement[]> {
  const { db, ownerId, scope } = reader
  if (scope.reach === 'off') return []
  return joinedStatements(await reachedBy(reader, await statementsOf(db, ownerId, undefined, most)))
}

/** Those of these statements that a reader can reach. */
export async function reachedBy(reader: Reader, all: readonly Statement[]): Promise<Statement[]> {
  const { db, ownerId } = reader
  const talks = [...new Set(all.flatMap(({ said }) => said?.conversationId ?? []))]
  const place = scopeOf(reader)
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
  return {
    now: await factsOf(reader, active),
    earlier: await factsOf(reader, active.filter(isEarlier)),
  }
}

/** The statements behind them. */
export const activeFor = async (reader: Reader) =>
  (await statementsFor(reader)).filter(({ status }) => status === 'active')

async function factsOf(reader: Reader, statements: readonly Statement[]): Promise<Fact[]> {
  const facts = timelineOf(statements, reader.now(), reader.zone ?? (await zoneFor(reader)))
  return reader.withoutHealth ? withoutHealth(facts) : facts
}

type Named = Pick<Statement, 'subjectId' | 'subject'> & { names: Set<string>; turnIds: string[] }

const keyOf = (subjectId: string, said: string) => `${isOfSample(subjectId) ? 'sample' : 'own'} ${said}`
function isMine({ quote }: Statement, said: string): boolean {
  const text = (quote ?? '').toLowerCase().replace(/[\s,]+/g, ' ')
  return text.includes(`my ${said}`) || text.includes(`our ${said}`)
}

/** Everybody who is called something, with all names. */
function namedIn(statements: readonly Statement[]): Named[] {
  const named = new Map<string, Named>()
  for (const one of statements) {
    const { subjectId, subject, predicate, object, status, said } = one
    if (predicate !== 'name' || status !== 'active' || isDenial(one) || factNorm(subject) === USER) continue
    const known = named.get(subjectId) ?? { subjectId, subject, names: new Set<string>(), turnIds: [] }
    named.set(subjectId, known)
    known.names.add(factNorm(object))
    if (said) known.turnIds.push(said.turnId)
  }
  return [...named.values()]
}

/**
 * Gives somebody who is spoken of in two ways one subject: "Ruth" is the sister who is called Ruth, and so is
 * "sister Ruth" where the person says "my sister Ruth". A name that several people share joins no one.
 */
export function joinedStatements(statements: readonly Statement[]): Statement[] {
  const owners = new Map<string, Named | null>()
  for (const one of namedIn(statements))
    for (const name of one.names)
      for (const said of [name, `${factNorm(one.subject)} ${name}`]) {
        const key = keyOf(one.subjectId, said)
        owners.set(key, owners.has(key) || one.names.size > 1 ? null : one)
      }
  return statements.map((one) => {
    const said = factNorm(one.subject)
    const owner = owners.get(keyOf(one.subjectId, said))
    const isIt = owner && (owner.names.has(said) || isMine(one, said))
    if (!isIt) return one
    return { ...one, subjectId: owner.subjectId, subject: owner.subject, namedBy: owner.turnIds }
  })
}

/** Whether a fact is about health, or names an illness otherwise than as what somebody works with. */
function isHealth(fact: Fact): boolean {
  const kind = kindOfFact(latest(fact))
  return isOfHealth(kind) || (kind !== 'work' && namesIllness(factLine(latest(fact))))
}

/** Whether a text of a turn tells health: it names an illness, or the turn states a fact of health. */
export function tellsHealth(facts: readonly Fact[]): (text: string, turnId: string | null) => boolean {
  const said = facts.filter(isHealth).flatMap(({ statements }) => statements)
  const turns = new Set(said.flatMap(({ said }) => said?.turnId ?? []))
  return (text, turnId) => namesIllness(text) || (turnId !== null && turns.has(turnId))
}

/** Facts for a service that gets none about health, nor the person's words for such a fact. */
export function withoutHealth(facts: readonly Fact[]): Fact[] {
  const words = facts.filter(isHealth).flatMap(({ statements }) => statements.map(({ object }) => object))
  const tells = (quote: string) =>
    namesIllness(quote) || words.some((word) => quote.toLowerCase().includes(word.toLowerCase()))
  return facts
    .filter((fact) => !isHealth(fact))
    .map((fact) => {
      const [first, ...more] = fact.statements
      const silent = (one: typeof first) => (one.quote && tells(one.quote) ? { ...one, quote: null } : one)
      return { ...fact, statements: [silent(first), ...more.map(silent)] }
    })
}
