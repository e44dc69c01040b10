import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { searchState } from '@/lib/db/memory/full-text'
import { testDb } from '@/lib/db/testing'
import { migratedPostgres, type Opened, openedOn } from '@/lib/db/testing-postgres'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { recall } from '@/lib/memory/recall/recall'
import { searchMemory } from '@/lib/memory/search/search'
import { quarterTokens } from '@/lib/memory/text/testing-names'
import type { MemorySearch } from '@/lib/shared/memory/search'
import { forgetOnce } from '@/lib/shared/once'
import { fillFullText } from './load/full-text'
import { kindIndex } from './load/owner-index'
import { lexicalIndexOf } from './memory-index'

/** Makes every memory too large. */
export const LARGE = { maxUnits: 3 }
/** Five turns exceed it. */
export const FILLER = ['One of many.', 'Two of them.', 'Three by now.', 'Four in all.', 'Five at last.']

const onPostgres = async (): Promise<Opened> => openedOn(await migratedPostgres())

type At = { db: Db; ownerId: string }
/** A database with a new owner per test, whose memory is too large for RAM. */
function fixture(name: string, start: () => Promise<Opened>) {
  let opened: Opened
  let at: At
  const owner = async (): Promise<At> => {
    const ownerId = `user_${crypto.randomUUID().slice(0, 12)}`
    await opened.db.user.create({ data: { id: ownerId, createdAt: new Date() } })
    return { db: opened.db, ownerId }
  }
  beforeAll(async () => {
    opened = await start()
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    at = await owner()
  })
  afterEach(() => forgetOnce('memory-index'))
  const find = (text: string, more: Omit<MemorySearch, 'text'> = {}) =>
    searchMemory(at.db, at.ownerId, { text, kinds: ['message'], ...more }, LARGE)
  return {
    name,
    url: () => opened.url,
    get at() {
      return at
    },
    owner,
    find,
    talk: (texts: string[], of = at) =>
      seedConversation(
        of,
        texts.map((userText) => ({ userText })),
      ),
    /** After the full text was built completely. */
    async ready(of = at) {
      for (const kind of ['message', 'summary', 'file'] as const)
        if (!(await kindIndex(of.db, of.ownerId, kind, LARGE))) await fillFullText(of.db, of.ownerId, kind)
    },
    numbers: async (text: string, more?: Omit<MemorySearch, 'text'>) =>
      (await find(text, more)).hits.map((hit) => hit.turnNumber),
    recalled: (on: Seeded, text: string, scope: 'owner' | 'conversation' = 'owner') => {
      const query = {
        conversationId: on.conversationId,
        path: on.path,
        before: on.last,
        request: { keywords: [text] },
        now: new Date('2026-06-01T00:00:00Z'),
        limit: 3,
        scope,
        countTokens: quarterTokens,
      }
      return recall(at.db, at.ownerId, query, lexicalIndexOf(LARGE))
    },
    async mustState() {
      const state = await searchState(at.db, at.ownerId, 'message')
      if (!state) throw new Error('there is no full text')
      return state
    },
  }
}
export type Fixture = ReturnType<typeof fixture>

/** The same tests on both databases. */
export function onBoth(what: string, tests: (on: Fixture) => void) {
  describe(`${what}, on SQLite`, () => tests(fixture('SQLite', testDb)))
  describe(`${what}, on PostgreSQL`, { tags: 'full' }, () => tests(fixture('PostgreSQL', onPostgres)))
}
