/** @module-tag full */
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migratedPostgres, type Opened, openedOn } from '@/lib/db/testing-postgres'
import { approveFact, listFacts } from '@/lib/services/facts'
import { call, connected } from './testing-mcp'
import { type OutsideHarness, outsideHarness } from './testing-session'

const [ANN, BOB] = ['ann', 'bob']
let opened: Opened
let h: OutsideHarness
let ann: Client
let bob: Client
beforeAll(async () => {
  opened = await openedOn(await migratedPostgres())
  const { db, url } = opened
  await db.user.createMany({ data: [ANN, BOB].map((id) => ({ id, createdAt: new Date() })) })
  h = await outsideHarness({ url, ownerId: ANN, prefix: 'p', db })
  await h.say('chat', 'write "the rigging plan" to rigging.md')
  await h.say('chat', 'I live in Graz. My sailing boat is called Marlinspike.')
  await h.jobs.tick()
  const as = async (who: string) =>
    (await connected(`${h.url}?tools=all&as=${who}`, { era: 'modern' })).client
  ;[ann, bob] = [await as(ANN), await as(BOB)]
})
afterAll(async () => {
  await h?.close()
  await opened?.close()
})

const idsIn = ({ data }: Awaited<ReturnType<typeof call>>): string[] =>
  data.results.map(({ id }: { id: string }) => id)

it('every tool works on PostgreSQL', async () => {
  const [id = ''] = idsIn(await call(ann, 'search', { query: 'Marlinspike' }))
  expect((await call(ann, 'fetch', { id })).data.text).toContain('Marlinspike')
  expect((await call(ann, 'fetch', { id: 'file:chat:rigging.md' })).data.text).toContain('the rigging plan')
  expect((await call(ann, 'recall', { query: 'boat', detail: 'full' })).text).toContain('Marlinspike')
  const [fact] = (await call(ann, 'facts', { predicate: 'lives in' })).data.facts
  h.runtime.advance(60_000)
  const { data } = await call(ann, 'remember', { content: 'I live in York.', replaces: fact.id, key: 'k' })
  expect(data.proposal).toMatch(/^fact:/)
  const { proposed } = await listFacts(h.caller)
  await approveFact(h.caller, { ids: proposed[0]?.ids ?? [], approved: true })
  expect((await call(ann, 'facts', { predicate: 'lives in' })).data.facts.at(-1)).toMatchObject({
    value: 'York',
  })
  for (const [name, args] of [
    ['context', {}],
    ['list_conversations', {}],
    ['analyze_topic', { topic: 'boat' }],
    ['ask', { question: 'What is my boat called?' }],
  ] as const)
    expect([name, (await call(ann, name, args)).failed]).toEqual([name, false])
  const plan = (await call(ann, 'forget', { id: data.id })).data
  expect((await call(ann, 'forget', { id: data.id, confirm: plan.confirm })).data.forgotten).toContain(
    data.id,
  )
  expect((await call(ann, 'remember', { content: 'I live in York.', key: 'k' })).text).toContain(
    'has forgotten this',
  )
})

it('a hundred calls at once keep two people apart', async () => {
  const turnsOf = (ownerId: string) =>
    h.db.turn.findMany({
      // A conversation that lost the race to be the first is in the trash.
      where: { ownerId, userText: { startsWith: 'Note ' }, conversation: { trashId: null } },
      orderBy: { number: 'asc' },
    })
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, i) => {
      const [who, client] = i % 2 ? [ANN, ann] : [BOB, bob]
      const note = { content: `Note ${i} of ${who}: the gangway.`, key: `n${i % 50}` }
      return i < 50
        ? { who, ...(await call(client, 'remember', note)) }
        : { who, ...(await call(client, i % 3 ? 'recall' : 'search', { query: 'Marlinspike gangway' })) }
    }),
  )
  expect(answers.filter(({ failed }) => failed)).toEqual([])
  for (const { who, text, data } of answers) {
    const all = `${text}${JSON.stringify(data)}`
    expect(all).not.toContain(`of ${who === ANN ? BOB : ANN}:`)
    if (who === BOB) expect(all).not.toContain('called Marlinspike')
  }
  for (const who of [ANN, BOB]) {
    const turns = await turnsOf(who)
    expect(turns).toHaveLength(25)
    expect(turns.every(({ userText }) => userText.includes(`of ${who}:`))).toBe(true)
    const [first = 0] = turns.map(({ number }) => number)
    expect(turns.map(({ number }) => number)).toEqual(turns.map((_, i) => first + i))
  }
})
