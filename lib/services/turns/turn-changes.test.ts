import { afterEach, describe, expect, it } from 'vitest'
import { PLAIN } from '@/lib/agent/testing-hands'
import { seedStrategies } from '@/lib/db/testing-strategies'
import {
  cite,
  learningBy,
  lesson,
  noted,
  type Replies,
  taught,
  verdict,
} from '@/lib/jobs/learning/testing-learning'
import { hasChanges } from '@/lib/shared/turn/turn-changes'
import { editFact } from '../facts'
import { undo } from '../learning/playbook'
import { turnChanges } from './turn-changes'
import { siblingTurn, turnDto } from './turns'

type Talk = Awaited<ReturnType<typeof learningBy>>
const open: Talk[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})
async function start(replies: Replies = {}) {
  const h = await learningBy({ turn_notes: noted(), ...replies })
  open.push(h)
  return h
}
const changesOf = (h: Talk, turnId: string) => turnChanges(h.caller, { turnId })
const QUESTION = 'When does the harbour of Borkum open on Sundays?'
const CHECK = 'Check the opening hours of the day that was asked about before the answer is given.'

describe('what a turn changed', () => {
  it('is its own record when nothing was learned; until the jobs are done they are named', async () => {
    const h = await start()
    const { id } = await h.say('c', QUESTION, PLAIN)
    const waiting = await changesOf(h, id)
    expect(waiting.open).toEqual([
      { job: 'notes', failed: false },
      { job: 'roll-up', failed: false },
    ])
    await h.jobs.tick()
    const changes = await changesOf(h, id)
    expect([changes.open, changes.running, hasChanges(changes)]).toEqual([[], false, false])
    expect(changes.record).toMatchObject({
      context: { id: expect.stringMatching(/^ctx_1_/), tokens: expect.any(Number) },
      summary: { id: expect.stringMatching(/^sum_/), status: 'model' },
    })
    await expect(turnChanges({ db: h.db, ownerId: 'stranger' }, { turnId: id })).rejects.toThrow()
  })

  it('has the facts that it states: new, said again, in place of another, and waiting for approval', async () => {
    const h = await start()
    const say = (text: string) => taught(h, text)
    h.models.offline = true
    const first = await say('My cat is called Miso.')
    const again = await say('My cat is called Miso.')
    const later = await say('My cat is now called Mochi.')
    const facts = async ({ id }: { id: string }) =>
      (await changesOf(h, id)).facts.map(({ line, outcome, replaced }) => [line, outcome, replaced])
    expect(await facts(first)).toEqual([['cat: name Miso', 'learned', null]])
    expect(await facts(again)).toEqual([['cat: name Miso', 'confirmed', null]])
    expect(await facts(later)).toEqual([['cat: name Mochi', 'learned', 'Miso']])
    expect((await turnDto(h.caller, later.id)).noted).toMatchObject([{ object: 'Mochi', before: 'Miso' }])
    expect((await turnDto(h.caller, again.id)).noted?.[0]).not.toHaveProperty('before')
    expect((await turnDto(h.caller, later.id)).noted?.[0]).not.toHaveProperty('corrected')
    const ids = (await h.db.fact.findMany({ where: { sourceTurnId: later.id } })).map(({ id }) => id)
    await editFact(h.caller, { ids, predicate: 'name', object: 'Moshi' })
    expect((await turnDto(h.caller, later.id)).noted).toMatchObject([{ object: 'Moshi', corrected: true }])
    const { facts: known } = await changesOf(h, again.id)
    expect(known[0]?.id).toBe((await changesOf(h, first.id)).facts[0]?.id)
    await h.db.fact.updateMany({ where: { sourceTurnId: later.id }, data: { status: 'proposed' } })
    expect(await facts(later)).toEqual([['cat: name Moshi', 'proposed', null]])
  })

  it('after an edit of the message names no value of the version before as replaced', async () => {
    const h = await start()
    h.models.offline = true
    const first = await taught(h, 'I live in Cork.')
    h.runtime.advance(60_000)
    const input = { turnId: first.id, newTurnId: 'turn_new', clientMessageId: 'm_new', options: {} }
    const edited = await siblingTurn(h.caller, input, 'I live in Dublin.')
    await h.runner.settled(edited.id)
    await h.jobs.tick()
    const { noted: stated } = await turnDto(h.caller, edited.id)
    expect(stated).toMatchObject([{ object: 'Dublin' }])
    expect(stated?.[0]).not.toHaveProperty('before')
    expect((await turnDto(h.caller, first.id)).noted).toMatchObject([{ object: 'Cork' }])
  })

  it('has the strategies it taught and rated, also when undone', async () => {
    const h = await start({ turn_notes: noted({ ...verdict('failure'), lesson: lesson(CHECK) }) })
    const first = await taught(h, QUESTION)
    const [added] = (await changesOf(h, first.id)).strategies
    expect(added).toMatchObject({
      ...{ op: 'ADD', by: 'model', undone: false },
      strategy: { slug: 'heu-00001', title: 'A lesson', exists: true },
    })
    const { id: known } = await h.db.strategy.findFirstOrThrow()
    const [other = ''] = await seedStrategies(h, { status: 'active', harmful: 1, helpful: 0 })
    const second = await h.say('c', `${QUESTION} And on Mondays?`, PLAIN)
    await cite(h, second.id, [known, other])
    const slug = (await h.db.strategy.findUniqueOrThrow({ where: { id: other } })).slug
    h.replies.turn_notes = ({ user }) => {
      const tags = [...user.matchAll(/--- id=(l\d) cited=true\n\| (.*)/g)].map(([, id, title]) => ({
        ...{ id, tag: title === 'A lesson' ? 'helpful' : 'harmful' },
      }))
      return noted({ ...verdict('failure'), tags })
    }
    await h.jobs.tick()
    const { strategies } = await changesOf(h, second.id)
    expect(
      strategies.map(({ op, tag, strategy, fields }) => [
        ...[op, tag, strategy?.slug],
        fields.map(({ field, after }) => `${field} ${after}`),
      ]),
    ).toEqual([
      ['TAG', 'helpful', 'heu-00001', []],
      ['TAG', 'harmful', slug, ['status quarantined']],
    ])
    await undo(h.caller, { seq: strategies[1]?.seq ?? 0 })
    expect((await changesOf(h, second.id)).strategies[1]).toMatchObject({ tag: 'harmful', undone: true })
  })
})
