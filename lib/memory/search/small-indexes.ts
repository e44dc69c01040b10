import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import type { Statement } from '@/lib/db/facts/statements'
import { strategyTexts } from '@/lib/db/learning/strategies'
import { zoneFor } from '@/lib/db/turns/turns'
import { activeFor, everywhere } from '@/lib/memory/facts/known-facts'
import { type Fact, heldSince, latest, sourceOf, timelineOf } from '@/lib/memory/facts/timeline'
import { emptyIndex } from '@/lib/memory/index/load/data'
import { entryOfText, putAll } from '@/lib/memory/index/load/put'
import { keepLast } from '@/lib/shared/keep-last'
import { shownFact } from '@/lib/shared/memory/facts'
import { once } from '@/lib/shared/once'
import { zonedMoment } from '@/lib/shared/time/calendar'
import { strategyTextOf } from './searched-text'

const KEPT_OWNERS = 8

/**
 * An index of a kind with few entries, built again after every change. Concurrent callers share one build.
 * `known` = the revision of memory, if the caller has read it.
 */
export function rebuilt<T>(name: string, build: (db: Db, ownerId: string) => Promise<T>) {
  const kept = () => once(name, () => new Map<string, { rev: number; index: Promise<T> }>())
  return async (db: Db, ownerId: string, known?: number): Promise<T> => {
    const rev = known ?? (await memoryRev(db, ownerId))
    const last = kept().get(ownerId)
    const current = last?.rev === rev ? last : { rev, index: build(db, ownerId) }
    keepLast(kept(), KEPT_OWNERS, ownerId, current)
    try {
      return await current.index
    } catch (error) {
      if (kept().get(ownerId) === current) kept().delete(ownerId)
      throw error
    }
  }
}

/** The searchable and displayed text of a fact: "cat: name Mochi", then the person's words. */
export function factText(fact: Fact): string {
  const said = latest(fact)
  return said.quote ? `${shownFact(said)}\n“${said.quote}”` : shownFact(said)
}

/** An owner's facts as an index for search; `factsAt` a moment, by their first statement. */
export const factIndex = rebuilt('fact-indexes', async (db, ownerId) => {
  const statements = await activeFor(everywhere(db, ownerId))
  const factsAt = factsOver(statements, await zoneFor({ db, ownerId }))
  const entries = [...factsAt(new Date())].map(([id, fact]) => {
    const [{ at, from }] = fact.statements
    const { conversationId = '', branchId = '', number = 0 } = sourceOf(fact) ?? {}
    const since = new Date(Math.max(from.getTime(), at.getTime()))
    return entryOfText({ id, conversationId, branchId, number, stamp: null }, since, factText(fact))
  })
  return { data: await putAll(emptyIndex('fact'), entries), factsAt }
})

/** Facts are read again when the day of one has come, which changes nothing that is stored. */
function factsOver(statements: readonly Statement[], zone: string) {
  let facts = new Map<string, Fact>()
  let until = 0
  return (now: Date): ReadonlyMap<string, Fact> => {
    if (now.getTime() < until) return facts
    const read = timelineOf(statements, now, zone)
    facts = new Map(read.map((fact) => [fact.statements[0].id, fact]))
    const coming = read.filter((fact) => fact.coming)
    until = Math.min(...coming.map((fact) => zonedMoment(heldSince(fact), zone).getTime()))
    return facts
  }
}

export const lessonIndex = rebuilt('lesson-indexes', async (db, ownerId) => {
  const entries = (await strategyTexts(db, ownerId)).map((row) => {
    const { conversationId = row.conversationId ?? '', branchId = '', number = 0 } = row.turn ?? {}
    const entry = { id: row.id, conversationId, branchId, number, stamp: null }
    return entryOfText(entry, row.createdAt, strategyTextOf(row))
  })
  return { data: await putAll(emptyIndex('strategy'), entries) }
})
