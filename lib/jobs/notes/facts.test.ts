import { afterEach, describe, expect, it } from 'vitest'
import { ScriptedModels } from '@/lib/agent/testing'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { saveSetting } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { noted } from '../learning/testing-learning'

const open: Hands[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})

const CAT = {
  ...{ subject: 'cat', predicate: 'name', object: 'Miso', confidence: 0.9, validFrom: null },
  quote: 'My cat is called Miso.',
}
const found = (...facts: object[]) => JSON.stringify(noted({ facts }))
const isFacts = ({ system }: { system: string }) => /^(?:Write notes|Find facts)/.test(system)

const asksForFacts = (request: { system: string }) => isFacts(request) && request.system.includes('"facts":')

/** A model that answers everything with a note and finds `reply` in a message. */
async function reader(reply: string) {
  const h = await byHand()
  open.push(h)
  const models = new ScriptedModels((request) => ({ text: isFacts(request) ? reply : 'Noted.' }))
  models.offline = false
  h.deps.models = models
  return { ...h, asked: () => models.requests.filter(asksForFacts).length }
}
const stored = async ({ db }: Pick<Hands, 'db'>) =>
  (await db.fact.findMany({ include: { subject: true }, orderBy: { validFrom: 'asc' } })).map(
    ({ subject, predicate, object, origin, status }) =>
      `${subject.name} ${predicate} ${object} (${origin}, ${status})`,
  )
const BY_MODEL = 'cat name Miso (model, active)'
const BY_RULES = 'cat name Miso (patterns, active)'

async function factsOf(text: string, reply: string, before?: (h: Hands) => Promise<unknown>) {
  const h = await reader(reply)
  const turn = await h.say('c', text, PLAIN)
  await before?.({ ...h, turn: async () => turn })
  await h.jobs.tick()
  return { facts: await stored(h), asked: h.asked() }
}

describe('the job that reads facts, with a model', () => {
  it('stores what the message says', async () => {
    expect(await factsOf(CAT.quote, found(CAT))).toEqual({ facts: [BY_MODEL], asked: 1 })
  })

  it.each([
    ['a quotation that the message does not contain', { quote: 'My cat is called Miso and bites.' }],
    ['an empty quotation', { quote: ' ' }],
    ['a secret', { subject: 'user', predicate: 'password', object: 'hunter2!' }],
    ['doubt', { confidence: limits.facts.leastConfidence - 0.01 }],
    ['an empty object', { object: ' ' }],
  ])('drops a fact with %s, and keeps the others', async (_, spoilt) => {
    const { facts } = await factsOf(CAT.quote, found({ ...CAT, object: 'Other', ...spoilt }, CAT))
    expect(facts).toEqual([BY_MODEL])
  })

  it('gives a model no facts about health if the person wants that', async () => {
    const h = await reader(found({ ...CAT, subject: 'user', predicate: 'allergic to', object: 'cats' }))
    await h.say('c', CAT.quote, PLAIN)
    await h.jobs.tick()
    const told = async (on: boolean) => {
      await saveSetting(h.db, h.ownerId, 'user', 'provider.withoutHealth', on)
      h.deps.models = Object.assign(new ScriptedModels(() => ({ text: found() })), { offline: false })
      await h.say('d', 'I have two allergic cats now.', PLAIN)
      await h.jobs.tick()
      const { structuredRequests } = h.deps.models as ScriptedModels
      return structuredRequests.find(({ name }) => name === 'turn_notes')?.user.includes('allergic to = cats')
    }
    expect([await told(false), await told(true)]).toEqual([true, false])
  })

  it('drops a fact whose sentence contains a secret', async () => {
    const text = 'My cat is called Miso and my password is hunter2!'
    expect((await factsOf(text, found({ ...CAT, quote: text }))).facts).toEqual([])
  })

  it('only proposes what a turn says that read text from outside', async () => {
    const taint = ({ db }: Hands) => db.turn.updateMany({ data: { tainted: true } })
    expect((await factsOf(CAT.quote, found(CAT), taint)).facts).toEqual(['cat name Miso (model, proposed)'])
  })

  it('believes what rules read in the own words of such a turn', async () => {
    const taint = ({ db }: Hands) => db.turn.updateMany({ data: { tainted: true } })
    expect((await factsOf(CAT.quote, '', taint)).facts).toEqual([BY_RULES])
  })

  it.each(['unattended', 'outsideMessage'])(
    'only proposes what a message from outside says (%s)',
    async (mark) => {
      const send = ({ db }: Hands) =>
        db.turn.updateMany({ data: { tainted: true, options: { [mark]: true } } })
      expect((await factsOf(CAT.quote, '', send)).facts).toEqual(['cat name Miso (patterns, proposed)'])
    },
  )

  it('reads by rules if the reply is unusable', async () => {
    for (const reply of ['I cannot do that.', '{"facts":7}', ''])
      expect(await factsOf(CAT.quote, reply)).toEqual({ facts: [BY_RULES], asked: 2 })
  })

  it.each([found({ ...CAT, quote: 'my cat is called Miso' }), 'not JSON'])(
    'takes nothing from a pasted mail (%#)',
    async (reply) => {
      const mail = 'From: Luc <luc@kbc.be>\nSubject: Hi\n\nmy cat is called Miso'
      const { facts } = await factsOf(`I live in York. I got this mail:\n${mail}`, reply)
      expect(facts.filter((one) => one.includes('Miso'))).toEqual([])
    },
  )

  it('is not called for a question, small talk or imported text, nor when facts are off', async () => {
    const nothing = { facts: [], asked: 0 }
    expect(await factsOf('What is my cat called?', found(CAT))).toEqual(nothing)
    expect(await factsOf('Hello!', found(CAT))).toEqual(nothing)
    const imported = ({ db }: Hands) => db.turn.updateMany({ data: { importedAt: new Date() } })
    expect(await factsOf(CAT.quote, found(CAT), imported)).toEqual(nothing)
    const off = ({ db, ownerId }: Hands) => saveSetting(db, ownerId, 'user', 'facts.enabled', false)
    expect(await factsOf(CAT.quote, found(CAT), off)).toEqual(nothing)
  })
})

describe('a message sent with memory off', () => {
  const OFF = { ...PLAIN, recall: 'off' } as const
  const saidBy = async (...talk: [text: string, isOff: boolean][]) => {
    const h = await reader('not JSON')
    for (const [text, isOff] of talk) {
      h.runtime.advance(60_000)
      await h.say('c', text, isOff ? OFF : PLAIN)
      await h.jobs.tick()
    }
    return h
  }

  it('teaches no fact, whether the message, the conversation or the person turned it off', async () => {
    expect(await stored(await saidBy([CAT.quote, true]))).toEqual([])
    for (const scope of ['c', 'user'] as const) {
      const h = await reader(found(CAT))
      await h.say('c', 'Hello!', PLAIN)
      await saveSetting(h.db, h.ownerId, scope, 'recall.scope', 'off')
      await h.say('c', CAT.quote, PLAIN)
      // Turned on again before the job runs, it was still off for this message.
      await saveSetting(h.db, h.ownerId, scope, 'recall.scope', 'owner')
      await h.jobs.tick()
      expect([await stored(h), h.asked()]).toEqual([[], 0])
    }
  })

  it('teaches none through a later message either, and one sent with memory on still does', {
    tags: 'full',
  }, async () => {
    const h = await saidBy(['My boss is called Margaret.', true], ['Sorry, I meant Derek.', false])
    expect(await stored(h)).toEqual([])
    expect(await stored(await saidBy(['Hello there.', true], [CAT.quote, false]))).toEqual([BY_RULES])
  })

  it('does not count for a turn that stopped before its window was planned, if it is off now', {
    tags: 'full',
  }, async () => {
    const unplanned = async ({ db, ownerId }: Hands) => {
      await db.$executeRaw`UPDATE "Turn" SET "window" = NULL`
      await saveSetting(db, ownerId, 'user', 'recall.scope', 'off')
    }
    expect(await factsOf(CAT.quote, found(CAT), unplanned)).toEqual({ facts: [], asked: 0 })
  })
})
