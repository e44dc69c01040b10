import { afterEach, describe, expect, it } from 'vitest'
import { ScriptedModels } from '@/lib/agent/testing'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { IMPORTED_FACTS } from '@/lib/db/turns/jobs'
import { testModels } from '@/lib/model/testing'
import { addFact, listFacts } from '@/lib/services/facts'
import { turnDto } from './turns'

let h: Hands
afterEach(() => h.close())

async function at(moment: string) {
  h = await byHand()
  h.runtime.advance(Date.parse(moment) - h.runtime.now().getTime())
  return h
}
const since = async () => (await h.db.fact.findMany()).map(({ validFrom }) => validFrom.toISOString())

const ELSEWHERE = [
  // Tokyo is a day ahead of UTC at that hour, Los Angeles a day behind.
  ['2026-11-28T20:51:00Z', 'Asia/Tokyo', '2026-11-29T05:51:00', '2026-11-28'],
  ['2026-11-28T07:30:00Z', 'America/Los_Angeles', '2026-11-27T23:30:00', '2026-11-26'],
  // The evenings before clocks go forward and after they have gone back.
  ['2026-03-08T07:30:00Z', 'America/Los_Angeles', '2026-03-07T23:30:00', '2026-03-06'],
  ['2026-11-02T07:30:00Z', 'America/Los_Angeles', '2026-11-01T23:30:00', '2026-10-31'],
] as const

describe.each(ELSEWHERE)('at %s in %s', (moment, timeZone, here, yesterday) => {
  it('"yesterday" is the person\'s, for the rules', async () => {
    await at(moment)
    h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
    await h.say('c', 'I moved to Oslo yesterday.', { timeZone })
    await h.jobs.tick()
    expect(await since()).toEqual([`${yesterday}T00:00:00.000Z`])
  })

  it("a model reads and finds the person's times and days, with the zone named once", async () => {
    await at(moment)
    const models = new ScriptedModels(({ system }) => ({
      text: /^(?:Write notes|Find facts)/.test(system)
        ? JSON.stringify({
            facts: [
              {
                ...{ subject: 'user', predicate: 'lives in', object: 'Oslo', confidence: 0.9 },
                ...{ validFrom: yesterday, quote: 'I moved to Oslo yesterday.' },
              },
            ],
          })
        : 'Noted.',
    }))
    models.offline = false
    h.deps.models = models
    const day = here.slice(0, 10)
    await h.say('c', 'I moved to Oslo yesterday.', { ...PLAIN, timeZone })
    await h.jobs.tick()
    const asked = models.structuredRequests.find(({ name }) => name === 'turn_notes' || name === 'facts')
    expect(asked?.user).toContain(`date=${day}`)
    expect(await since()).toEqual([`${yesterday}T00:00:00.000Z`])
    await h.say('c', 'Where do I live now?', { ...PLAIN, timeZone })
    const { user = '' } = models.requests.at(-1) ?? {}
    expect(user.split(timeZone)).toHaveLength(2)
    expect(user).toContain(`Times are in ${timeZone}.`)
    expect(user).toContain(`today=${day}`)
    expect(user).toMatch(new RegExp(`id=t1 who=user date=${here.slice(0, 16)}`))
    expect(user).toContain(`since=${yesterday}`)
  })
})

it('an imported message is dated in the zone from which its person wrote last', async () => {
  await at('2026-11-28T20:51:00Z')
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  const turn = await h.say('c', 'I moved to Oslo yesterday.', { timeZone: 'UTC' })
  await h.say('d', 'Hello!', { timeZone: 'Asia/Tokyo' })
  await h.db.turn.update({ where: { id: turn.id }, data: { importedAt: h.runtime.now(), options: {} } })
  await h.db.job.updateMany({ where: { kind: 'notes' }, data: { kind: IMPORTED_FACTS } })
  await h.jobs.tick()
  expect(await since()).toEqual(['2026-11-28T00:00:00.000Z'])
})

it("a fact of the Facts page since yesterday keeps that day, and since the person's today means now", async () => {
  await at('2026-11-28T20:51:00Z')
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  await h.say('c', 'Hello!', { timeZone: 'Asia/Tokyo' })
  const fact = { subject: 'user', predicate: 'lives in' }
  await addFact(h.caller, { ...fact, object: 'Oslo', from: '2026-11-28' })
  await addFact(h.caller, { ...fact, object: 'Bergen', from: '2026-11-29' })
  const [oslo, bergen] = await since()
  expect([oslo, bergen?.slice(0, 16)]).toEqual(['2026-11-28T00:00:00.000Z', '2026-11-28T20:51'])
})

it.each([
  ['2026-11-28T20:51:00Z', 'Asia/Tokyo', '2026-11-29', undefined],
  ['2026-11-28T07:30:00Z', 'America/Los_Angeles', '2026-11-28', true],
])('at %s in %s, what begins on %s is called coming if it is: %s', async (moment, timeZone, day, coming) => {
  await at(moment)
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  const turn = await h.say('c', 'I live in Oslo.', { timeZone })
  await h.jobs.tick()
  await h.db.fact.updateMany({ data: { validFrom: new Date(day) } })
  expect((await turnDto(h.caller, turn.id)).noted?.[0]?.coming).toBe(coming)
  const [user] = (await listFacts(h.caller)).subjects
  expect(user?.now[0]?.coming).toBe(coming)
})
