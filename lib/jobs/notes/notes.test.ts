import { afterEach, describe, expect, it } from 'vitest'
import { type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { titleFor } from '@/lib/heuristics/titles/title'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { isCurrent, latest } from '@/lib/memory/facts/timeline'
import { addFact } from '@/lib/services/facts'
import { learningBy, noted, type Replies, taught, verdictsIn } from '../learning/testing-learning'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})
async function start(replies: Replies) {
  const h = await learningBy({ turn_notes: noted(), ...replies })
  open.push(h)
  return h
}
type Talk = Awaited<ReturnType<typeof start>>
const current = async (h: Talk) =>
  (await factsFor(everywhere(h.db, h.ownerId, () => h.runtime.now())))
    .filter(isCurrent)
    .map((fact) => `${latest(fact).subject}: ${latest(fact).predicate} = ${latest(fact).object}`)
const fact = (subject: string, predicate: string, object: string, quote: string, more: object = {}) => ({
  ...{ subject, predicate, object, quote, confidence: 0.9, ...more },
})
/** The id under which a prompt shows a fact. */
const idOf = (user: string, line: string) => user.split(`\n| ${line}`)[0]?.match(/id=(f\d+)$/)?.[1]
const CAT = 'My cat is called Miso.'
const summaries = async (h: Talk) =>
  (await h.db.summary.findMany({ orderBy: { fromNumber: 'asc' } })).map((row) => `${row.status} ${row.text}`)

describe('a reply that does not fit', () => {
  it('is kept part by part; what it lacks stays owed and is asked for again, alone', async () => {
    const { title: _, ...untitled } = noted({ facts: [fact('cat', 'name', 'Miso', CAT)] })
    const h = await start({ turn_notes: { ...untitled, verdict: 'fine' } })
    const turn = await h.say('c', CAT, PLAIN)
    await h.db.conversation.update({ where: { id: 'c' }, data: { title: titleFor(CAT) } })
    await h.jobs.tick()
    expect([await current(h), await summaries(h), await verdictsIn(h)]).toEqual([
      ['cat: name = Miso'],
      ['model They spoke about harbours.'],
      [],
    ])
    const job = await h.db.job.findFirstOrThrow({ where: { kind: 'notes' } })
    expect([job.status, job.progress]).toEqual(['waiting', { done: ['facts', 'summary', 'lesson'] }])
    h.replies.turn_notes = noted({ title: 'A cat' })
    h.runtime.advance(60_000)
    await h.jobs.tick()
    expect(await verdictsIn(h)).toEqual(['success (model)'])
    expect((await h.db.conversation.findFirstOrThrow()).title).toBe('A cat')
    expect(await h.db.fact.count()).toBe(1)
    const [, again] = h.models.requests.filter(({ system }) => system.startsWith('Write notes'))
    expect([...(again?.system ?? '').matchAll(/^- "(\w+)"/gm)].map(([, key]) => key)).toEqual([
      ...['verdict', 'title'],
    ])
    expect(await h.db.step.count({ where: { turnId: turn.id, phase: 'notes' } })).toBe(2)
  })

  it('that was cut off keeps the parts that were finished', async () => {
    const whole = JSON.stringify(noted({ facts: [fact('cat', 'name', 'Miso', CAT)] }))
    const h = await start({ turn_notes: () => whole.slice(0, whole.indexOf('"title"') + 9) })
    await taught(h, CAT)
    expect([await current(h), (await summaries(h)).length]).toEqual([['cat: name = Miso'], 1])
  })

  it('without readable facts leads to one call for facts alone', async () => {
    const facts = { facts: [fact('cat', 'name', 'Miso', CAT)] }
    const h = await start({ turn_notes: { ...noted(), facts: 'Miso' }, facts })
    await taught(h, CAT)
    expect([await current(h), h.asked('facts').length]).toEqual([['cat: name = Miso'], 1])
  })

  it('falls back after the second try, and the job ends', async () => {
    const h = await start({ turn_notes: () => 'Sorry.', facts: () => 'Sorry.' })
    await taught(h, CAT)
    for (let i = 0; i < 3; i++) {
      h.runtime.advance(60_000)
      await h.jobs.tick()
    }
    expect(await summaries(h)).toEqual([expect.stringMatching(/^fallback /)])
    expect([await current(h), h.asked('turn_notes').length]).toEqual([['cat: name = Miso'], 2])
    expect(await h.db.job.count({ where: { status: { not: 'done' } } })).toBe(0)
  })
})

describe('facts in notes', () => {
  it('may replace or end one that was shown, and a plan does so on its day', async () => {
    const h = await start({
      turn_notes: noted({
        facts: [
          fact('user', 'works at', 'Acme', 'I work at Acme and sing in a choir.'),
          fact('user', 'hobby', 'choir', 'I work at Acme and sing in a choir.'),
        ],
      }),
    })
    await taught(h, 'I work at Acme and sing in a choir.')
    h.runtime.advance(60_000)
    const later = 'From next year I work at Borex, and I have left the choir.'
    h.replies.turn_notes = ({ user }) =>
      noted({
        facts: [
          fact('me', 'job', 'Borex', later, {
            replaces: idOf(user, 'user: works at = Acme'),
            validFrom: '2027-01-01',
          }),
          fact('me', 'choir', 'choir', later, { ends: idOf(user, 'user: hobby = choir') }),
          fact('me', 'choir', 'choir', later, { ends: 'f99' }),
        ],
      })
    await taught(h, later)
    expect(await current(h)).toEqual(['user: works at = Acme', 'user: hobby = not choir'])
    h.runtime.advance(300 * 86_400_000)
    expect(await current(h)).toContain('user: works at = Borex')
  })

  it('may replace one that was said in another language, but sees none of its own that it says no word of', async () => {
    const said = 'The concert is in Vienna and we will be there for the whole week.'
    const other = 'My bike is at the shop because of the brakes.'
    const h = await start({ turn_notes: noted({ facts: [fact('concert', 'place', 'Vienna', said)] }) })
    await taught(h, said)
    const shown: string[] = []
    h.replies.turn_notes = ({ user }) => {
      shown.push(idOf(user, 'concert: place = Vienna') ?? 'none')
      return noted()
    }
    for (const text of ['O concerto passou para o Porto e não para outra cidade.', other]) {
      await h.say(text, text, PLAIN)
      await h.jobs.tick()
    }
    expect(shown).toEqual(['f1', 'none'])
  })

  it('only proposes endings in a tainted turn', async () => {
    const h = await start({ turn_notes: noted({ facts: [fact('cat', 'name', 'Miso', CAT)] }) })
    await taught(h, CAT)
    h.runtime.advance(60_000)
    h.replies.turn_notes = noted({ facts: [fact('cat', 'name', 'Miso', 'Miso is gone.', { ends: 'f1' })] })
    await h.say('c', 'Miso is gone.', PLAIN)
    await h.db.turn.updateMany({ data: { tainted: true } })
    await h.jobs.tick()
    expect(await current(h)).toEqual(['cat: name = Miso'])
  })

  it('take a value from the answer before an agreement, with both as sources, and none from their own answer', async () => {
    const h = await start({ act: () => ({ text: 'Shall the cabinets be indigo?' }) })
    const first = await taught(h, 'Which colour for the kitchen cabinets?')
    h.runtime.advance(60_000)
    h.replies.act = () => ({ text: 'Then the handles could be brass.' })
    const said = 'Yes, let us take that one.'
    h.replies.turn_notes = noted({
      facts: [
        fact('kitchen cabinets', 'colour', 'indigo', said),
        fact('kitchen cabinets', 'handles', 'brass', said),
      ],
    })
    const second = await taught(h, said)
    expect(await current(h)).toEqual(['kitchen cabinets: colour = indigo'])
    const { id, sourceTurnId } = await h.db.fact.findFirstOrThrow()
    const others = await h.db.provenance.findMany({ where: { kind: 'fact', refId: id } })
    expect([sourceTurnId, others.map((row) => row.sourceTurnId)]).toEqual([second.id, [first.id]])
  })

  it('quote the person outside what was pasted', async () => {
    const quote = 'My dog is called Rex.'
    const h = await start({ turn_notes: noted({ facts: [fact('dog', 'name', 'Rex', quote)] }) })
    await taught(h, `Please translate this text.\n\`\`\`\n${quote}\n\`\`\``)
    expect(await current(h)).toEqual([])
  })
})

describe('the sources of a summary', () => {
  it('are its turn and the lines that it repeats', async () => {
    const h = await start({})
    const first = await taught(h, 'The zephyr was strong in the bay.')
    h.runtime.advance(60_000)
    h.replies.turn_notes = noted({ summary: 'They sailed in the zephyr.', insights: [] })
    const second = await taught(h, 'And then we went sailing.')
    const [, row] = await h.db.summary.findMany({ orderBy: { fromNumber: 'asc' } })
    const found = await h.db.provenance.findMany({ where: { kind: 'summary', refId: row?.id ?? '' } })
    expect(found.map(({ sourceTurnId }) => sourceTurnId).sort()).toEqual([first.id, second.id].sort())
  })

  it('can be named, or it is refused', async () => {
    const h = await start({})
    await addFact(h.caller, { subject: 'boat', predicate: 'name', object: 'Zephyr' })
    h.replies.turn_notes = noted({ summary: 'They sailed the Zephyr.', insights: [] })
    await taught(h, 'Then we took the boat out.')
    expect(await summaries(h)).toEqual([expect.stringMatching(/^extractive /)])
  })
})

describe('a simple turn', () => {
  const SIMPLE = { ...PLAIN, depth: 'simple' } as const
  it.each([
    ['small talk', 'Hello!', [], []],
    ['a sentence that the rules know', CAT, [], ['cat: name = Miso']],
    ['another statement', 'Right, column five. We take it.', ['facts'], ['table: column = five']],
  ])('is only read for facts: %s', async (_, text, asked, facts) => {
    const h = await start({
      facts: { facts: [fact('table', 'column', 'five', 'Right, column five.')] },
    })
    await h.say('c', text, SIMPLE)
    await h.jobs.tick()
    expect(h.models.structuredRequests.map(({ name }) => name)).toEqual(asked)
    expect(await current(h)).toEqual(facts)
    expect(await summaries(h)).toEqual([expect.stringMatching(/^extractive /)])
  })
})
