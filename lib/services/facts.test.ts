import { afterEach, describe, expect, it } from 'vitest'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { purgeTrash } from '@/lib/db/forget/purge'
import { testModels } from '@/lib/model/testing'
import { addFact, editFact, forgetFact, listFacts } from './facts'
import { forgetTurns, listForgotten, undoForget } from './forget'

let h: Hands
afterEach(() => h.close())

async function told(...lines: string[]) {
  h = await byHand()
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  for (const line of lines) {
    h.runtime.advance(60_000)
    await h.say('c', line, { preset: 'auto' })
    await h.jobs.tick()
  }
}
const words = async () =>
  (await listFacts(h.caller)).subjects.flatMap(({ name, now, earlier }) => [
    ...now.map(({ predicate, object }) => `${name} ${predicate} ${object}`),
    ...earlier.map(({ predicate, object }) => `${name} ${predicate} ${object} (earlier)`),
  ])
const idsOf = async (object: string) =>
  (await listFacts(h.caller)).subjects
    .flatMap(({ now, earlier }) => [...now, ...earlier])
    .flatMap((fact) => (fact.object === object ? fact.ids : []))
const purge = async () => {
  h.runtime.advance(31_000)
  await purgeTrash(h.db, h.runtime.now())
  return (await listForgotten(h.db, h.ownerId))[0]?.proof
}
const storedTexts = async () =>
  [
    ...(await h.db.blob.findMany()).map(({ text }) => text),
    ...(await h.db.fact.findMany()).map((row) => JSON.stringify(row)),
    ...(await h.db.entity.findMany()).map((row) => JSON.stringify(row)),
  ].join('\n')

describe('forgetting', () => {
  it('the turn that replaced a value brings the earlier one back, at once and for good', async () => {
    await told('My cat is called Miso.', 'My cat is now called Mochi.')
    expect(await words()).toEqual(['cat name Mochi', 'cat name Miso (earlier)'])
    const { trashId } = await forgetTurns(h.caller, { conversationId: 'c', from: 2, to: 2, files: false })
    expect(await words()).toEqual(['cat name Miso'])
    await undoForget(h.caller, trashId)
    expect(await words()).toEqual(['cat name Mochi', 'cat name Miso (earlier)'])
    await forgetTurns(h.caller, { conversationId: 'c', from: 2, to: 2, files: false })
    await purge()
    expect([await words(), await h.db.fact.count()]).toEqual([['cat name Miso'], 1])
  })

  it('one of two turns that state a fact keeps it; the last takes it and its subject along', async () => {
    await told('My parrot is called Kiwi.', 'My parrot is called Kiwi.')
    for (const number of [1, 2]) {
      await forgetTurns(h.caller, { conversationId: 'c', from: number, to: number, files: false })
      await purge()
      expect(await words()).toEqual(number === 1 ? ['parrot name Kiwi'] : [])
    }
    expect(await h.db.entity.count()).toBe(0)
  })

  it('a fact alone keeps its turn, and leaves no trace of the fact in any prompt', async () => {
    await told('My cat is called Miso.', 'What is my cat called?')
    expect(await storedTexts()).toContain('cat: name = Miso')
    const { trashId } = await forgetFact(h.caller, { ids: await idsOf('Miso') })
    expect(await words()).toEqual([])
    await undoForget(h.caller, trashId)
    expect(await words()).toEqual(['cat name Miso'])
    await forgetFact(h.caller, { ids: await idsOf('Miso') })
    expect(await purge()).toMatchObject({ kind: 'fact', counts: { fact: 1 }, elsewhere: [] })
    expect(await storedTexts()).not.toContain('cat: name = Miso')
    expect((await h.db.turn.findFirst({ where: { number: 1 } }))?.userText).toBe('My cat is called Miso.')
  })

  it('a fact that the person added leaves nothing of it', async () => {
    await told('Hello there')
    await addFact(h.caller, { subject: 'boat', predicate: 'name', object: 'Zephyrine' })
    await h.say('c', 'What is my boat called?', { preset: 'auto' })
    await forgetFact(h.caller, { ids: await idsOf('Zephyrine') })
    await purge()
    expect(await storedTexts()).not.toContain('name = Zephyrine')
    expect([await h.db.fact.count(), await h.db.entity.count()]).toEqual([0, 0])
  })
})

describe('a fact that a person writes', () => {
  it('is refused if it looks like a secret', async () => {
    await told()
    const secret = { subject: 'user', predicate: 'password', object: 'hunter2!' }
    await expect(addFact(h.caller, secret)).rejects.toMatchObject({ code: 'invalid' })
    expect(await h.db.fact.count()).toBe(0)
  })

  it('replaces what was read from a message, quotation included', async () => {
    await told('My cat is called Miso.')
    await editFact(h.caller, { ids: await idsOf('Miso'), predicate: 'name', object: 'Mizo' })
    const [cat] = (await listFacts(h.caller)).subjects
    expect(cat?.now).toMatchObject([{ object: 'Mizo', quote: null, origin: 'person' }])
  })
})
