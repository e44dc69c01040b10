import { afterEach, describe, expect, it } from 'vitest'
import { ScriptedModels } from '@/lib/agent/testing'
import { bytesHold } from '@/lib/agent/testing-forget'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { sqliteFile } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { holding } from '@/lib/db/testing-holding'
import { testModels } from '@/lib/model/testing'
import { addFact, editFact, listFacts, uncorrectFact } from './facts'
import { deleteConversation, forgetTurns, listForgotten, previewForget, undoForget } from './forget/forget'
import { forgetFact, previewForgetFact } from './forget/forget-fact'
import { inspectTurn } from './turns/inspector'
import { selectBranch, siblingTurn } from './turns/turns'

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
/** Another version of a message, read as well: the same text again unless `text` is given. */
async function versionOf(turn: { id: string } | undefined, text: string | null = null) {
  h.runtime.advance(60_000)
  const ids = { newTurnId: h.runtime.id('turn'), clientMessageId: h.runtime.id('msg') }
  const { id } = await siblingTurn(h.caller, { turnId: turn?.id ?? '', ...ids, options: {} }, text)
  await h.runner.settled(id)
  await h.jobs.tick()
  return id
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
  it('the turn that replaced a value brings the earlier one back, at once and for good', {
    tags: 'full',
  }, async () => {
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

  it('the turn that says who a name belongs to leaves what others say of the name, under the name alone', {
    tags: 'full',
  }, async () => {
    await told('My sister is called Ruth.', 'Ruth lives in Cork.')
    expect(await words()).toEqual(['sister lives in Cork', 'sister name Ruth'])
    await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
    expect(await words()).toEqual(['Ruth lives in Cork'])
    await purge()
    expect(await words()).toEqual(['Ruth lives in Cork'])
    expect(await holding(h.db, 'sister')).toEqual([])
  })

  it('a message that a pronoun stood for takes along what was read with it', async () => {
    await told('My brother plays chess.', 'He lives in Bergen.')
    expect(await words()).toEqual(['brother lives in Bergen', 'brother plays chess'])
    const { trashId } = await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
    expect(await words()).toEqual([])
    await undoForget(h.caller, trashId)
    expect((await words()).length).toBe(2)
    await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
    await purge()
    expect([await words(), await h.db.entity.count()]).toEqual([[], 0])
  })

  it('one of two turns that state a fact keeps it; the last takes it and its subject along', async () => {
    await told('My parrot is called Kiwi.', 'My parrot is called Kiwi.')
    for (const number of [1, 2]) {
      const range = { conversationId: 'c', from: number, to: number }
      expect(await previewForget(h.caller, range)).toMatchObject({ facts: 1, withCiting: { facts: 1 } })
      await forgetTurns(h.caller, { ...range, files: false })
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

  it('names the messages that still say a fact, and answers that repeat it; with them nothing answers any more', async () => {
    const asked = 'What is my cat called?'
    await told('My cat is called Miso.', 'I live in Galway.', asked, 'My cat Miso is four years old.')
    const ids = await idsOf('Miso')
    const { saidIn, repeatedBy } = await previewForgetFact(h.caller, { ids })
    const numbers = (turns: { number: number }[]) => turns.map(({ number }) => number).sort()
    expect([numbers(saidIn), numbers(repeatedBy)]).toEqual([[1, 4], [3]])
    const sayingMore = [...saidIn, ...repeatedBy].filter(({ saysMore }) => saysMore)
    expect(numbers(sayingMore)).toEqual([4])
    const answerOf = async (conversationId: string) =>
      (await h.say(conversationId, asked, { preset: 'auto' })).answer ?? ''
    const before = await words()

    const { trashId } = await forgetFact(h.caller, { ids })
    expect(await answerOf('d')).toContain('Miso')
    await undoForget(h.caller, trashId)
    const turns = [...saidIn, ...repeatedBy].map(({ turnId }) => turnId)
    const all = await forgetFact(h.caller, { ids, turns })
    expect(await words()).toEqual(['user lives in Galway'])
    const unknown = await answerOf('e')
    expect(unknown).toMatch(/I found (?:nothing|no answer)/)
    expect(unknown).not.toContain('Miso')
    await undoForget(h.caller, all.trashId)
    expect(await words()).toEqual(before)
  })

  it('with the turns that say nothing else, which are offered by default, nothing answers any more', {
    tags: 'full',
  }, async () => {
    const asked = 'What is my cat called?'
    await told('My cat is called Miso.', asked, 'I live in Galway. My boat is called Zephyrine.')
    const ids = await idsOf('Miso')
    const { saidIn, repeatedBy } = await previewForgetFact(h.caller, { ids })
    const byDefault = [...saidIn, ...repeatedBy].filter(({ saysMore }) => !saysMore)
    expect(byDefault.map(({ number }) => number)).toEqual([1, 2])
    await forgetFact(h.caller, { ids, turns: byDefault.map(({ turnId }) => turnId) })
    expect((await h.say('d', asked, { preset: 'auto' })).answer).not.toContain('Miso')
    const boat = await previewForgetFact(h.caller, { ids: await idsOf('Zephyrine') })
    expect(boat.saidIn.map(({ saysMore }) => saysMore)).toEqual([true])
  })

  it('leaves alone answers that cite the message for something else', { tags: 'full' }, async () => {
    await told(
      "Hi! I'm Dana. I live in Leeds with my husband Tom and our dog Biscuit. I'm allergic to peanuts.",
      ...['Where do I live?', "What's my dog called?", "What's my husband called?", 'What am I allergic to?'],
    )
    const quoting = await h.db.citation.groupBy({ by: ['turnId'], where: { kind: 'turn' } })
    expect(quoting.length).toBeGreaterThan(1)
    const { saidIn, repeatedBy } = await previewForgetFact(h.caller, { ids: await idsOf('peanuts') })
    expect(saidIn.map(({ number, saysMore }) => [number, saysMore])).toEqual([[1, true]])
    expect(repeatedBy.map(({ number }) => number)).toEqual([5])
    const turns = repeatedBy.map(({ turnId }) => turnId)
    await forgetFact(h.caller, { ids: await idsOf('peanuts'), turns })
    expect(await h.db.turn.count({ where: { trashId: { not: null } } })).toBe(1)
  })

  it('takes no turn along that has nothing to do with it, and none while it runs', {
    tags: 'full',
  }, async () => {
    await told('My cat is called Miso.', 'I live in Galway.')
    const [first, second] = await h.db.turn.findMany({ orderBy: { number: 'asc' } })
    const ids = await idsOf('Miso')
    await h.db.turn.update({ where: { id: first?.id ?? '' }, data: { status: 'running' } })
    const busy = forgetFact(h.caller, { ids, turns: [first?.id ?? ''] })
    await expect(busy).rejects.toMatchObject({ code: 'conflict' })
    await h.db.turn.update({ where: { id: first?.id ?? '' }, data: { status: 'completed' } })
    await forgetFact(h.caller, { ids, turns: [second?.id ?? ''] })
    expect(await words()).toEqual(['user lives in Galway'])
    expect(await h.db.turn.count({ where: { trashId: { not: null } } })).toBe(0)
  })

  it('on one version of a message forgets it on those that are not shown, until it is undone', async () => {
    await told('My cat is called Miso. I live in Galway.')
    const [first] = await h.db.turn.findMany()
    const second = await versionOf(first)
    const show = (turnId: string) => selectBranch(h.caller, turnId)
    const { trashId } = await forgetFact(h.caller, { ids: await idsOf('Miso') })
    for (const id of [first?.id ?? '', second]) {
      await show(id)
      expect(await words()).toEqual(['user lives in Galway'])
    }
    await undoForget(h.caller, trashId)
    for (const id of [first?.id ?? '', second]) {
      await show(id)
      expect(await words()).toContain('cat name Miso')
    }
    await forgetFact(h.caller, { ids: await idsOf('Miso') })
    await purge()
    await show(first?.id ?? '')
    expect([await words(), await h.db.fact.count()]).toEqual([['user lives in Galway'], 2])
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

it('a fact of the person that only prompts repeat is in no table and not in the database file', async () => {
  await told()
  h.deps.models = new ScriptedModels(() => ({ text: 'Noted.' }))
  const word = 'Zephyrine'
  await addFact(h.caller, { subject: 'boat', predicate: 'name', object: word })
  await h.say('c', 'Tell me about my boat', PLAIN)
  await h.jobs.tick()
  expect(await holding(h.db, word)).toEqual(['Blob', 'Fact'])
  await forgetFact(h.caller, { ids: await idsOf(word) })
  expect(await purge()).toMatchObject({ counts: { fact: 1 }, also: [], elsewhere: [] })
  expect([await holding(h.db, word), bytesHold(sqliteFile(h.url), word)]).toEqual([[], false])
})

describe('what is in the trash', () => {
  /** The prompts and tool results of the second turn as the inspector shows them. */
  const shownOfSecond = async () => {
    const { id } = await h.db.turn.findFirstOrThrow({ where: { number: 2 } })
    return JSON.stringify(await inspectTurn(h.db, h.ownerId, id))
  }

  it('hides a fact in earlier prompts at once; undo brings it back there', async () => {
    await told('My cat is called Miso.', 'What is my cat called?')
    expect(await shownOfSecond()).toContain('cat: name = Miso')
    const { trashId } = await forgetFact(h.caller, { ids: await idsOf('Miso') })
    expect(await shownOfSecond()).not.toContain('cat: name = Miso')
    await undoForget(h.caller, trashId)
    expect(await shownOfSecond()).toContain('cat: name = Miso')
  })

  it('is purged from results of lookup_facts too', async () => {
    await told('My cat is called Miso.')
    h.deps.models = new ScriptedModels(({ exchanges }) =>
      exchanges.length ? { text: 'Noted.' } : { calls: [{ name: 'lookup_facts', args: { subject: 'cat' } }] },
    )
    await h.say('c', 'Look it up', PLAIN)
    const lookedUp = () => h.db.toolCall.findFirstOrThrow({ where: { name: 'lookup_facts' } })
    const result = async () =>
      (await h.db.blob.findFirst({ where: { hash: (await lookedUp()).resultHash } }))?.text
    expect(await result()).toContain('cat: name = Miso')
    await forgetFact(h.caller, { ids: await idsOf('Miso') })
    await purge()
    expect(await result()).not.toContain('Miso')
    expect(await storedTexts()).not.toContain('cat: name = Miso')
  })

  it('takes the facts of a deleted conversation along, but not what another one states too', async () => {
    await told('My cat is called Miso.', 'I live in Galway.')
    await h.say('d', 'My cat is called Miso.', { preset: 'auto' })
    await h.jobs.tick()
    const { trashId } = await deleteConversation(h.caller, 'c')
    expect(await words()).toEqual(['cat name Miso'])
    await undoForget(h.caller, trashId)
    expect(await words()).toEqual(['user lives in Galway', 'cat name Miso'])
    await deleteConversation(h.caller, 'c')
    await purge()
    expect(await words()).toEqual(['cat name Miso'])
    expect([await h.db.fact.count(), await h.db.entity.count()]).toEqual([1, 1])
  })
})

describe('a fact that a person writes', () => {
  it('is refused if it looks like a secret', async () => {
    await told()
    const secret = { subject: 'user', predicate: 'password', object: 'hunter2!' }
    await expect(addFact(h.caller, secret)).rejects.toMatchObject({ code: 'invalid' })
    const bySubject = { subject: 'Netflix password', predicate: 'is', object: 'hunter2' }
    await expect(addFact(h.caller, bySubject)).rejects.toMatchObject({ code: 'invalid' })
    expect(await h.db.fact.count()).toBe(0)
    await addFact(h.caller, { ...bySubject, object: 'on paper' })
    const change = { ids: await idsOf('on paper'), predicate: 'is', object: 'hunter2' }
    await expect(editFact(h.caller, change)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('replaces what was read from a message, quotation included', async () => {
    await told('My cat is called Miso.')
    await editFact(h.caller, { ids: await idsOf('Miso'), predicate: 'name', object: 'Mizo' })
    const [cat] = (await listFacts(h.caller)).subjects
    expect(cat?.now).toMatchObject([{ object: 'Mizo', quote: null, origin: 'person' }])
  })

  it('stays when the message it corrects is forgotten, without the old value', async () => {
    await told('I live in Lisbon.', 'I work as a nurse.')
    await editFact(h.caller, { ids: await idsOf('Lisbon'), predicate: 'lives in', object: 'Faro' })
    expect(await previewForget(h.caller, { conversationId: 'c', from: 1, to: 1 })).toMatchObject({ facts: 0 })
    await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
    expect(await words()).toContain('user lives in Faro')
    await purge()
    expect(await words()).toContain('user lives in Faro')
    expect(await holding(h.db, 'Lisbon')).toEqual([])
  })

  it.each([
    ['My sister lives in Lisbon.', 'Lisbon', 'lives in', 'Faro', 'sister'],
    ['I live in Lisbon.', 'Lisbon', 'lives in', 'Lisbon, Alfama', 'Lisbon'],
  ])('goes with the message whose words it still has: %s', async (line, old, predicate, object, word) => {
    await told(line)
    await editFact(h.caller, { ids: await idsOf(old), predicate, object })
    await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
    expect(await words()).toEqual([])
    await purge()
    expect(await holding(h.db, word)).toEqual([])
  })

  it('since today counts as later than what was said earlier today', async () => {
    await told('I live in Galway.')
    const from = h.runtime.now().toISOString().slice(0, 10)
    await addFact(h.caller, { subject: 'user', predicate: 'lives in', object: 'Dublin', from })
    const [person] = (await listFacts(h.caller)).subjects
    expect(person?.now.map(({ object }) => object)).toEqual(['Dublin'])
  })

  it.each([
    ['I take 75 mg of levothyroxine.', 'takes', 'levothyroxine', 'liothyronine'],
    ['I have a car.', 'owns', 'car', 'red car'],
    ['I live in Galway.', 'lives in', 'Galway', 'Dublin'],
  ])('ends the value that it is said to replace: %s', async (line, predicate, old, object) => {
    await told(line)
    const replaces = await idsOf(old)
    expect(replaces).toHaveLength(1)
    h.runtime.advance(60_000)
    await addFact(h.caller, { subject: 'user', predicate, object, replaces })
    const known = await words()
    expect(known).toContain(`user ${predicate} ${object}`)
    expect(known).toContain(`user ${predicate} ${old} (earlier)`)
    await expect(
      addFact({ ...h.caller, ownerId: 'another' }, { subject: 'user', predicate, object, replaces }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that is to come stands beside what holds until then', async () => {
    await told('I work at Zeta.', 'I work at Acme from 1 March 2027.')
    const listed = async () => (await listFacts(h.caller)).subjects.flatMap(({ now }) => now)
    expect((await listed()).map(({ object, coming }) => [object, coming])).toEqual([
      ['Acme', true],
      ['Zeta', undefined],
    ])
    h.runtime.advance(Date.parse('2027-03-02') - h.runtime.now().getTime())
    expect(await words()).toEqual(['user works at Acme', 'user works at Zeta (earlier)'])
  })

  it.each([
    ['York', 'York', '2020-01-01', ['York', 'Leeds (earlier)']],
    ['York', 'Faro', '2020-01-01', ['Faro', 'Leeds (earlier)']],
    ['Leeds', 'Faro', '2020-01-01', ['York', 'Faro (earlier)']],
    ['Leeds', 'Faro', undefined, ['York', 'Faro (earlier)']],
  ])(
    'in place of %s (%s, since %s) changes nothing of which value is the later',
    async (old, object, from, known) => {
      await told('I live in Leeds.', 'I live in York.')
      h.runtime.advance(60_000)
      await editFact(h.caller, { ids: await idsOf(old), predicate: 'lives in', object, from })
      expect(await words()).toEqual(known.map((town) => `user lives in ${town}`))
    },
  )

  it('since an earlier day is later than what was said before it was written, also once it is corrected', async () => {
    await told('I live in Leeds.')
    h.runtime.advance(60_000)
    const home = { subject: 'user', predicate: 'lives in' }
    await addFact(h.caller, { ...home, object: 'York', from: '2020-01-01', replaces: await idsOf('Leeds') })
    expect(await words()).toEqual(['user lives in York', 'user lives in Leeds (earlier)'])
    h.runtime.advance(60_000)
    await h.say('d', 'I live in Cork.', { preset: 'auto' })
    await h.jobs.tick()
    await editFact(h.caller, { ids: await idsOf('York'), predicate: 'lives in', object: 'Yorkshire' })
    expect((await words())[0]).toBe('user lives in Cork')
  })

  it('moves only the first statement to an earlier day, and none before a later day', async () => {
    await told('My cat is called Miso.')
    h.runtime.advance(5 * 86_400_000)
    await h.say('d', 'My cat is called Miso.', { preset: 'auto' })
    await h.jobs.tick()
    const dates = async () =>
      (await h.db.fact.findMany({ orderBy: { validFrom: 'asc' } })).map(({ validFrom }) =>
        validFrom.toISOString().slice(0, 10),
      )
    const [, second = ''] = await dates()
    const ids = await idsOf('Miso')
    const fact = { ids, predicate: 'name', object: 'Miso' }
    await editFact(h.caller, { ...fact, from: '2020-01-01' })
    expect(await dates()).toEqual(['2020-01-01', second])
    await editFact(h.caller, { ...fact, from: second })
    expect(await dates()).toEqual([second, second])
  })
})

it('an answer never puts a fact that the person wrote into quotation as if it had been said', {
  tags: 'full',
}, async () => {
  await told('My wife is called Clara.')
  await editFact(h.caller, { ids: await idsOf('Clara'), predicate: 'name', object: 'Klara' })
  await addFact(h.caller, { subject: 'user', predicate: 'speaks', object: 'Portuguese' })
  const answerTo = async (question: string) => (await h.say('d', question, { preset: 'auto' })).answer
  expect(await answerTo("What is my wife's name?")).toContain(
    'You wrote on the Facts page: “Wife: name Klara”',
  )
  expect(await answerTo('Which language do I speak?')).toContain(
    'You wrote on the Facts page: “Speaks: Portuguese”',
  )
})

it('a value that was ended under another name is listed with what ended it, and can be found and forgotten', async () => {
  await told('I have a red car.', 'We sold the car.')
  const listed = async (search: string) => {
    const { subjects, total } = await listFacts(h.caller, search)
    return [total, ...subjects.flatMap(({ now, earlier }) => [...now, ...earlier].map(({ row }) => row))]
  }
  expect(await words()).toEqual(['user owns not car', 'user owns red car (earlier)'])
  const [total, ended, car] = await listed('red')
  expect([total, car]).toEqual([1, ended])
  expect(await listed('car')).toEqual([1, ended, ended])
  await forgetFact(h.caller, { ids: await idsOf('red car') })
  expect(await words()).toEqual(['user owns not car'])
})

it.each([
  ['My cat is called Miso.', 'name', 'Miso', 'Mizo', 'cat name Mizo'],
  [
    'I take 75 mg of levothyroxine.',
    'takes',
    'levothyroxine',
    '75 mg levothyroxine',
    'user takes 75 mg levothyroxine',
  ],
  ['I live in Lisbon.', 'lives in', 'Lisbon', 'Faro', 'user lives in Faro'],
])(
  'a correction applies to each new version of the message with the same text: %s',
  async (line, predicate, old, object, known) => {
    await told(line)
    h.runtime.advance(60_000)
    await editFact(h.caller, { ids: await idsOf(old), predicate, object })
    const [first] = await h.db.turn.findMany()
    const again = await versionOf(first)
    expect(await words()).toEqual([known])
    await versionOf({ id: again })
    expect(await words()).toEqual([known])
  },
)

it('a message sent again states nothing in place of which another value was written since; an edited one does', async () => {
  await told('I live in Cork.')
  h.runtime.advance(60_000)
  await addFact(h.caller, { subject: 'user', predicate: 'lives in', object: 'Dublin' })
  const [first] = await h.db.turn.findMany()
  await versionOf(first)
  expect(await words()).toEqual(['user lives in Dublin'])
  await versionOf(first, 'I live in Cork now.')
  expect((await words())[0]).toBe('user lives in Cork')
})

it('a correction can be taken back: the value, its quotation and the message it is from are there again', async () => {
  await told('I live in Lisbon.')
  const before = await listFacts(h.caller)
  const written = await editFact(h.caller, {
    ids: await idsOf('Lisbon'),
    predicate: 'lives in',
    object: 'Faro',
  })
  expect(await idsOf('Faro')).toHaveLength(1)
  await uncorrectFact(h.caller, written)
  expect(await listFacts(h.caller)).toEqual(before)
  await expect(uncorrectFact({ ...h.caller, ownerId: 'another' }, written)).rejects.toMatchObject({
    code: 'not_found',
  })
})
