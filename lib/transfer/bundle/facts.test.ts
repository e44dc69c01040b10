// @module-tag full
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as stored from '@/lib/db/facts/edit'
import { type NewStatement, statementOps } from '@/lib/db/facts/save'
import { statementsOf } from '@/lib/db/facts/statements'
import { trashConversation, trashFacts } from '@/lib/db/forget/trash'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { exported, importText } from '@/lib/transfer/testing-import'

let from: TestDb
let to: TestDb
let galway = ''
const AT = new Date('2026-03-01T09:00:00.000Z')

type Row = Record<string, unknown>
const factsIn = (text: string) => JSON.parse(text).facts as Row[]
const objects = (text: string) => factsIn(text).map(({ object }) => object)
const inOrder = (text: string) => factsIn(text).sort((a, b) => (String(a.object) < String(b.object) ? -1 : 1))
const rows = async ({ db, ownerId }: TestDb) =>
  (await statementsOf(db, ownerId)).map(
    ({ subject, predicate, object, status }) => `${subject} ${predicate} ${object} ${status}`,
  )

/** A conversation in which each line states one fact, `subject | predicate | object`. */
async function talk(id: string, ...lines: [text: string, fact: string][]): Promise<string[]> {
  const turns = lines.map(([userText]) => ({ userText, answer: 'Noted.' }))
  const { turnIds } = await seedConversation(from, turns, id)
  for (const [i, [quote, fact]] of lines.entries())
    await state(fact, { turnId: turnIds[i] ?? '', quote, origin: 'patterns' }, i)
  return turnIds
}
async function state(fact: string, given: Partial<NewStatement>, minutes = 0) {
  const [subject = '', predicate = '', object = ''] = fact.split(' | ')
  const row: NewStatement = {
    ...{ id: `fact_${object}`, subject, predicate, object, turnId: null, quote: null },
    ...{ confidence: 0.9, origin: 'person', status: 'active' },
    from: new Date(AT.getTime() + minutes * 60_000),
    ...given,
  }
  await from.db.$transaction(await statementOps(from.db, from.ownerId, [row]))
}

beforeEach(async () => {
  ;[from, to] = [await testDb(), await testDb()]
  const called = 'My cat is now called Mochi.'
  await talk('cats', ['My cat is called Miso.', 'cat | name | Miso'], [called, 'cat | name | Mochi'])
  ;[galway = ''] = await talk('home', ['I live in Galway.', 'user | lives in | Galway'])
  await state('boat | name | Petrel', { writtenAt: AT }, 5)
  await stored.pin(from.db, from.ownerId, ['fact_Petrel'], true)
})
afterEach(async () => {
  await Promise.all([from.close(), to.close()])
})

describe('an export', () => {
  it('contains what its conversation states, and of everything also what the person added', async () => {
    expect(objects(await exported(from, 'cats')).sort()).toEqual(['Miso', 'Mochi'])
    const text = await exported(from)
    expect([JSON.parse(text).mneme.format, factsIn(text).length]).toEqual([4, 4])
    expect(factsIn(text)).toContainEqual({
      ...{ subject: 'user', predicate: 'lives in', object: 'Galway', confidence: 0.9, pinned: false },
      ...{ validFrom: AT.toISOString(), origin: 'patterns', status: 'active' },
      ...{ quote: 'I live in Galway.', source: galway, others: [], writtenAt: null },
    })
    const own = { object: 'Petrel', pinned: true, source: null, writtenAt: AT.toISOString() }
    expect(factsIn(text)).toContainEqual(expect.objectContaining(own))
  })

  it('contains nothing from the trash', async () => {
    await trashFacts(from.db, from.ownerId, 'trash_f', ['fact_Petrel'], AT, 1_000)
    await trashConversation(from.db, from.ownerId, 'cats', 'trash_c', AT)
    expect(objects(await exported(from))).toEqual(['Galway'])
  })
})

describe('an import', () => {
  it('brings facts back once, to be approved; then the export is equal but for ids', async () => {
    const text = await exported(from)
    expect(await importText(to, text)).toMatchObject({ added: 2, facts: { added: 4, leftOut: 0 } })
    expect(await factsFor(everywhere(to.db, to.ownerId))).toEqual([])
    expect((await rows(to)).sort()).toEqual([
      'boat name Petrel proposed',
      'cat name Miso proposed',
      'cat name Mochi proposed',
      'user lives in Galway proposed',
    ])
    expect(await importText(to, text)).toMatchObject({ unchanged: 2, facts: { added: 0, leftOut: 0 } })
    const ids = (await to.db.fact.findMany()).map(({ id }) => id)
    await stored.approve(to.db, to.ownerId, ids, true)
    expect(inOrder(await exported(to))).toEqual(inOrder(text))
  })

  it('adds nothing where the file comes from, also while a fact is in the trash', async () => {
    const text = await exported(from)
    await trashFacts(from.db, from.ownerId, 'trash_f', ['fact_Galway', 'fact_Petrel'], AT, 1_000)
    expect(await importText(from, text)).toMatchObject({ facts: { added: 0, leftOut: 0 } })
    expect(await from.db.fact.count()).toBe(4)
  })

  it('that gives turns new ids gives their facts to those turns, each time', async () => {
    const text = await exported(from)
    const other = { db: from.db, ownerId: 'other' }
    await other.db.user.create({ data: { id: 'other', createdAt: AT } })
    for (const added of [4, 0])
      expect(await importText(other, text)).toMatchObject({ facts: { added, leftOut: 0 } })
    const theirs = await other.db.fact.findMany({ where: { ownerId: 'other', sourceTurnId: { not: null } } })
    expect(theirs).toHaveLength(3)
    for (const { sourceTurnId: id, quote } of theirs)
      expect(await other.db.turn.findUnique({ where: { id: id ?? '' } })).toMatchObject({
        ownerId: 'other',
        userText: quote,
      })
    expect(await rows(from)).toHaveLength(4)
  })

  it('of the first format adds no facts and says nothing of them', async () => {
    const text = await exported(from)
    const { facts: _, mneme, ...file } = JSON.parse(text)
    const first = JSON.stringify({ mneme: { ...mneme, format: 1 }, ...file })
    const report = await importText(to, first)
    expect([report.added, report.facts, await to.db.fact.count()]).toEqual([2, undefined, 0])
    expect(await importText(to, text)).toMatchObject({ unchanged: 2, facts: { added: 4 } })
  })

  it('starts no job that reads facts from imported turns', async () => {
    await importText(to, await exported(from))
    expect(await to.db.job.count({ where: { kind: 'facts' } })).toBe(0)
  })
})
