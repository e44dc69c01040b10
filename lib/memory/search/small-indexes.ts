import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { strategyTexts } from '@/lib/db/learning/strategies'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { type Fact, latest, sourceOf } from '@/lib/memory/facts/timeline'
import { emptyIndex } from '@/lib/memory/index/load/data'
import { entryOfText, putAll } from '@/lib/memory/index/load/put'
import { keepLast } from '@/lib/shared/keep-last'
import { shownFact } from '@/lib/shared/memory/facts'
import { once } from '@/lib/shared/once'
import { strategyTextOf } from './searched-text'

/** Owners whose indexes are kept. */
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

/** An owner's facts as an index for search; `facts` by their first statement. */
export const factIndex = rebuilt('fact-indexes', async (db, ownerId) => {
  const facts = new Map(
    (await factsFor(everywhere(db, ownerId))).map((fact) => [fact.statements[0].id, fact]),
  )
  const entries = [...facts].map(([id, fact]) => {
    const [{ at, from }] = fact.statements
    const { conversationId = '', branchId = '', number = 0 } = sourceOf(fact) ?? {}
    const since = new Date(Math.max(from.getTime(), at.getTime()))
    return entryOfText({ id, conversationId, branchId, number, stamp: null }, since, factText(fact))
  })
  return { data: await putAll(emptyIndex('fact'), entries), facts }
})

export const lessonIndex = rebuilt('lesson-indexes', async (db, ownerId) => {
  const entries = (await strategyTexts(db, ownerId)).map((row) => {
    const { conversationId = row.conversationId ?? '', branchId = '', number = 0 } = row.turn ?? {}
    const entry = { id: row.id, conversationId, branchId, number, stamp: null }
    return entryOfText(entry, row.createdAt, strategyTextOf(row))
  })
  return { data: await putAll(emptyIndex('strategy'), entries) }
})
