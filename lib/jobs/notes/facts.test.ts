import { afterEach, describe, expect, it } from 'vitest'
import { ScriptedModels } from '@/lib/agent/testing'
import { answer, byHand, type Hands, otherProcess, PLAIN } from '@/lib/agent/testing-hands'
import { manifestSchema } from '@/lib/db/turns/steps'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { heldSince, latest } from '@/lib/memory/facts/timeline'
import { parse } from '@/lib/prompts/fence'
import { retryTurn } from '@/lib/services/turns/turns'
import { saveSetting } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { noted } from '../learning/testing-learning'
import { Jobs } from '../worker'

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

  it('keeps since when a fact holds, also if that is to come', { tags: 'full' }, async () => {
    const quote = 'From 1 February I work at the LUMC.'
    const work = { ...CAT, subject: 'user', predicate: 'works at', object: 'LUMC', quote }
    const h = await reader(
      found({ ...work, object: 'Alrijne', validFrom: '2019-01-01' }, { ...work, validFrom: '2199-02-01' }),
    )
    await h.say('c', quote, PLAIN)
    await h.jobs.tick()
    const facts = await factsFor(everywhere(h.db, h.ownerId))
    expect(
      facts.map((fact) => [latest(fact).object, heldSince(fact).getUTCFullYear(), fact.until, fact.coming]),
    ).toEqual([
      ['Alrijne', 2019, null, false],
      ['LUMC', 2199, null, true],
    ])
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

  it('tells the model what is known of whom the message may mean, and notes where that was said', async () => {
    const h = await reader(found(CAT))
    const first = await h.say('c', CAT.quote, PLAIN)
    await h.jobs.tick()
    const other = { subject: 'user', predicate: 'lives in', object: 'York', quote: 'I live in York.' }
    h.deps.models = new ScriptedModels(() => ({ text: found({ ...CAT, ...other }) }))
    Object.assign(h.deps.models, { offline: false })
    await h.say('d', other.quote, PLAIN)
    await h.jobs.tick()
    const quote = 'Her name is now Mochi.'
    const models = new ScriptedModels((request) => ({
      text: isFacts(request) ? found({ ...CAT, object: 'Mochi', quote }) : 'Noted.',
    }))
    models.offline = false
    h.deps.models = models
    const { id } = await h.say('e', quote, PLAIN)
    await h.jobs.tick()
    const prompt = models.structuredRequests.find(({ name }) => name === 'turn_notes')?.user ?? ''
    expect(parse(prompt).find(({ name }) => name === 'facts')?.items).toEqual([
      { attributes: { id: 'f1' }, text: 'cat: name = Miso' },
    ])
    const step = await h.db.step.findFirstOrThrow({ where: { turnId: id, phase: 'notes' } })
    const sources = manifestSchema.parse(step.manifest).user.flatMap((piece) => piece.sources ?? [])
    expect(sources).toContainEqual({ kind: 'turn', id: first.id })
    const facts = await factsFor(everywhere(h.db, h.ownerId))
    expect(facts.map((fact) => [latest(fact).object, fact.until !== null])).toEqual([
      ['Miso', true],
      ['York', false],
      ['Mochi', false],
    ])
  })

  it('only proposes what a turn says that read text from outside', async () => {
    const taint = ({ db }: Hands) => db.turn.updateMany({ data: { tainted: true } })
    expect((await factsOf(CAT.quote, found(CAT), taint)).facts).toEqual(['cat name Miso (model, proposed)'])
  })

  it('believes what rules read in the own words of such a turn', async () => {
    const taint = ({ db }: Hands) => db.turn.updateMany({ data: { tainted: true } })
    expect((await factsOf(CAT.quote, '', taint)).facts).toEqual([BY_RULES])
  })

  it('reads by rules if the reply is unusable', async () => {
    for (const reply of ['I cannot do that.', '{"facts":7}', ''])
      expect(await factsOf(CAT.quote, reply)).toEqual({ facts: [BY_RULES], asked: 2 })
  })

  it('is called for a statement that ends in a question', async () => {
    const text = 'My cat is called Miso, what does she eat?'
    const { facts, asked } = await factsOf(text, found({ ...CAT, quote: text }))
    expect([facts, asked]).toEqual([[BY_MODEL], 1])
  })

  it.each([found({ ...CAT, quote: 'my cat is called Miso' }), 'not JSON'])(
    'takes nothing from a pasted mail (%#)',
    async (reply) => {
      const mail = 'From: Luc <luc@kbc.be>\nSubject: Hi\n\nmy cat is called Miso'
      const { facts } = await factsOf(`I live in York. I got this mail:\n${mail}`, reply)
      expect(facts.filter((one) => one.includes('Miso'))).toEqual([])
    },
  )

  it('shows what is known only if facts are asked for, plans with their day, and nothing that is not so', async () => {
    const h = await reader(found())
    const know = async (quote: string, ...facts: object[]) => {
      const models = new ScriptedModels((one) => ({ text: isFacts(one) ? found(...facts) : 'Noted.' }))
      h.deps.models = Object.assign(models, { offline: false })
      const { id } = await h.say('c', quote, PLAIN)
      h.runtime.advance(60_000)
      await h.jobs.tick()
      const step = await h.db.step.findFirstOrThrow({ where: { turnId: id, phase: 'notes' } })
      const sources = manifestSchema.parse(step.manifest).user.flatMap((piece) => piece.sources ?? [])
      const prompt = models.structuredRequests.find(({ name }) => name === 'turn_notes')?.user ?? ''
      const shown = parse(prompt).find(({ name }) => name === 'facts')?.items
      return { shown, told: sources.filter(({ kind }) => kind === 'fact').length }
    }
    const quote = 'My rent is 900, from January 2199 it is 950, and I sold my boat.'
    const rent = { ...CAT, subject: 'flat', predicate: 'rent', quote }
    await know(
      quote,
      { ...rent, object: '900' },
      { ...rent, object: '950', validFrom: '2199-01' },
      { ...rent, subject: 'user', predicate: 'owns', object: 'not boat' },
    )
    expect(await know('My flat is cold.')).toEqual({
      shown: [
        { attributes: { id: 'f1' }, text: 'flat: rent = 900' },
        { attributes: { id: 'f2', from: '2199-01' }, text: 'flat: rent = 950' },
      ],
      told: 2,
    })
    expect(await know('What is the rent of my flat?')).toEqual({ shown: undefined, told: 0 })
  })

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

describe('the job that reads facts by rules', () => {
  it('reads a correction with the message before it, and a name with the facts of any conversation', async () => {
    const h = await reader('not JSON')
    const talk = [
      ['c', 'My boss is called Margaret.'],
      ['c', 'Sorry, I meant Derek.'],
      ['c', 'My son Milo is 6.'],
      ['d', 'Sorry, I meant Dirk.'],
      ['d', 'Milo turned 7 yesterday!'],
    ] as const
    for (const [conversation, text] of talk) {
      h.runtime.advance(60_000)
      await h.say(conversation, text, PLAIN)
      await h.jobs.tick()
    }
    const now = (await factsFor(everywhere(h.db, h.ownerId))).filter(({ until }) => until === null)
    const shown = now.map(
      (fact) => `${latest(fact).subject} ${latest(fact).predicate} ${latest(fact).object}`,
    )
    expect(shown).toEqual(['boss name Derek', 'son name Milo', 'son age 7'])
  })

  it('dates what was said later back, and still puts it in the place of what was said before', {
    tags: 'full',
  }, async () => {
    const h = await reader('not JSON')
    for (const text of ['I live in Leeds.', 'I moved to York in March 2024.', 'I quit my job.']) {
      h.runtime.advance(60_000)
      await h.say('c', text, PLAIN)
      await h.jobs.tick()
    }
    const facts = await factsFor(everywhere(h.db, h.ownerId))
    const shown = facts.map((fact) => [
      latest(fact).object,
      heldSince(fact).toISOString().slice(0, 10),
      fact.until !== null,
    ])
    const today = h.runtime.now().toISOString().slice(0, 10)
    expect(shown).toEqual([
      ['Leeds', today, true],
      ['York', '2024-03-01', false],
      ['not any more', today, false],
      ['not any more', today, false],
    ])
  })
})

describe('facts are made once', () => {
  it('when the process is killed before it stores them; its late reply is refused', {
    tags: 'full',
  }, async () => {
    const a = await byHand()
    open.push(a)
    a.model.offline = false
    const turn = await a.send('c', CAT.quote, PLAIN)
    await answer(a, 'Noted.')
    await a.runner.settled(turn.id)
    await a.db.job.deleteMany({ where: { kind: { not: 'notes' } } })
    a.runtime.advance(1_000)
    const killed = a.jobs.tick()
    const call = await a.model.next()
    expect([call.name, await stored(a)]).toEqual(['turn_notes', []])

    const b = await otherProcess(a, 'b')
    b.model.offline = false
    b.runtime.advance(2_000)
    const depsFor = async () => b.deps
    const next = new Jobs({ db: b.db, runtime: b.runtime, instanceId: 'b', depsFor, log: b.deps.log })
    const tick = () => b.model.serve((one) => one.say(found(CAT)).end(), next.tick())
    await tick()
    expect(await stored(a)).toEqual([])
    b.runtime.advance(limits.jobs.leaseMs + 1)
    await tick()
    expect(await stored(a)).toEqual([BY_MODEL])

    call.say(found({ ...CAT, object: 'Other' })).end()
    await killed
    expect(await stored(a)).toEqual([BY_MODEL])
    expect(await a.db.job.findMany({ select: { kind: true, status: true } })).toEqual([
      { kind: 'notes', status: 'done' },
    ])
  })

  it.each([
    ['when a failed turn is tried again', 'owner'],
    ['also when only the second attempt had memory on', 'off'],
  ] as const)('%s', async (_, firstRecall) => {
    const h = await byHand()
    open.push(h)
    let isBroken = true
    const models = new ScriptedModels((request) => {
      if (isFacts(request)) return { text: found(CAT) }
      return isBroken ? { error: { code: 'provider_error', message: 'Down.' } } : { text: 'Noted.' }
    })
    models.offline = false
    h.deps.models = models
    await saveSetting(h.db, h.ownerId, 'user', 'recall.scope', firstRecall)
    const turn = await h.say('c', CAT.quote, PLAIN)
    await h.jobs.tick()
    expect(await stored(h)).toEqual(firstRecall === 'off' ? [] : [BY_MODEL])
    await saveSetting(h.db, h.ownerId, 'user', 'recall.scope', 'owner')
    isBroken = false
    await retryTurn(h.caller, turn.id)
    await h.runner.settled(turn.id)
    await h.jobs.tick()
    expect((await h.turn(turn.id)).status).toBe('completed')
    expect(await stored(h)).toEqual([BY_MODEL])
    expect(models.requests.filter(asksForFacts)).toHaveLength(1)
  })
})
