import { afterEach, describe, expect, it } from 'vitest'
import type { Hands } from '@/lib/agent/testing-hands'
import { PLAIN } from '@/lib/agent/testing-hands'
import { forgetStrategies } from '@/lib/db/forget/purge/purge-strategies'
import { learn } from '@/lib/db/learning/learn'
import { actingBefore, learner, seedStrategies } from '@/lib/db/testing-strategies'
import { followUpsOf } from '@/lib/db/turns/follow-ups'
import { testModels } from '@/lib/model/testing'
import { forgetTurns } from '@/lib/services/forget/forget'
import { changeStrategies } from '@/lib/services/learning/playbook'
import { rateAnswer, retryTurn } from '@/lib/services/turns/turns'
import { saveSetting } from '@/lib/settings/layers'
import {
  cite,
  learningBy,
  lesson,
  noted,
  playbook,
  type Replies,
  taught,
  verdict,
  verdictsIn,
} from './testing-learning'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})
async function start(replies: Replies = {}) {
  const h = await learningBy({ turn_notes: noted(), ...replies })
  open.push(h)
  return h
}
const QUESTION = 'When does the harbour of Borkum open on Sundays?'
const CHECK = 'Check the opening hours of the day that was asked about before the answer is given.'
const UP = { value: 1, reason: '' } as const
const DOWN = { value: -1, reason: '' } as const

describe('learning from a turn, with a model', () => {
  it('judges it and keeps its lesson with its source; the one call is in the ledger', async () => {
    const h = await start({ turn_notes: noted({ ...verdict('failure', 0.95), lesson: lesson(CHECK) }) })
    const turn = await taught(h, QUESTION)
    expect(await verdictsIn(h)).toEqual(['failure (model)'])
    expect(await playbook(h)).toEqual([`active ${CHECK} (0/0/0)`])
    const [first] = await h.db.strategy.findMany()
    expect(first).toMatchObject({ outcome: 'failure', query: QUESTION, untrusted: false })
    expect(first?.prior).toBeCloseTo(0.57, 10)
    expect(
      await h.db.provenance.findMany({ where: { kind: 'strategy', refId: first?.id ?? '' } }),
    ).toMatchObject([{ sourceTurnId: turn.id }])
    const steps = await h.db.step.findMany({ where: { turnId: turn.id }, orderBy: { index: 'asc' } })
    expect(steps.map(({ phase }) => phase)).toEqual(['act', 'notes'])
    expect((await h.db.delta.findMany()).map(({ op, by }) => `${op} ${by}`)).toEqual(['ADD model'])
  })

  it('starts only when the answer is committed', async () => {
    const seen: string[] = []
    const h = await start()
    h.replies.act = () => {
      seen.push('answering')
      return { text: 'At nine.' }
    }
    h.replies.turn_notes = () => {
      seen.push('noting')
      return noted()
    }
    const turn = await h.say('c', QUESTION, PLAIN)
    const job = await h.db.job.findFirstOrThrow({ where: { kind: 'notes' } })
    const { status, endedAt } = await h.turn(turn.id)
    expect([seen, status, job.status]).toEqual([['answering'], 'completed', 'waiting'])
    expect(Number(job.runAfter)).toBeLessThanOrEqual(Number(endedAt) + 1_000)
    expect(h.asked('turn_notes')).toEqual([])
    await h.jobs.tick()
    expect(seen).toEqual(['answering', 'noting'])
  })

  it('asks nobody about small talk', async () => {
    const h = await start()
    await taught(h, 'Hello!')
    expect([await verdictsIn(h), h.models.structuredRequests]).toEqual([[], []])
  })

  it('is off when the person switches it off', async () => {
    const h = await start({ turn_notes: noted({ lesson: lesson(CHECK) }) })
    await saveSetting(h.db, h.ownerId, 'user', 'learning.enabled', false)
    const turn = await taught(h, QUESTION)
    await rateAnswer(h.caller, turn.id, UP)
    await h.jobs.tick()
    expect([await verdictsIn(h), await playbook(h)]).toEqual([[], []])
    expect(h.asked('turn_notes')[0]?.user).not.toContain('verdict')
  })

  it('learns nothing from a turn whose memory was off, nor from it about the turn before', async () => {
    const h = await start({ turn_notes: noted({ lesson: lesson(CHECK) }) })
    const before = await taught(h, QUESTION)
    const known = [await verdictsIn(h), await playbook(h)]
    h.runtime.advance(60_000)
    const turn = await h.say('c', 'No, that is wrong.', { ...PLAIN, recall: 'off' })
    await rateAnswer(h.caller, turn.id, UP)
    await h.jobs.tick()
    expect([await verdictsIn(h), await playbook(h)]).toEqual(known)
    expect(await followUpsOf(h.db, h.ownerId, before)).toEqual([])
  })

  it('names what the turn knew already; what it says again becomes another source', async () => {
    const h = await start({ turn_notes: noted({ lesson: lesson(CHECK.replace('Check', 'check ')) }) })
    const [id = ''] = await seedStrategies(h, { content: CHECK, sources: ['turn_old'] })
    const turn = await h.say('c', QUESTION, PLAIN)
    await cite(h, turn.id, [id])
    await h.jobs.tick()
    expect(h.asked('turn_notes')[0]?.user).toContain(CHECK)
    expect(await playbook(h)).toEqual([`active ${CHECK} (1/0/0)`])
    const where = { kind: 'strategy', refId: id }
    const sources = await h.db.provenance.findMany({ where, orderBy: { sourceTurnId: 'asc' } })
    expect(sources.map(({ sourceTurnId }) => sourceTurnId)).toEqual([turn.id, 'turn_old'].sort())
  })
})

describe('a lesson that corrects one that was shown', () => {
  const BETTER = `${CHECK} Holidays count too.`
  async function updating(over: object, updates = 'l1') {
    const h = await start({ turn_notes: noted({ lesson: lesson(BETTER, { updates }) }) })
    const [id = ''] = await seedStrategies(h, { content: CHECK, ...over })
    const turn = await h.say('c', QUESTION, PLAIN)
    await cite(h, turn.id, [id])
    return h
  }

  it('changes that one', async () => {
    const h = await updating({})
    await h.jobs.tick()
    expect(await playbook(h)).toEqual([`active ${BETTER} (1/0/0)`])
  })

  it('changes nothing that the person pinned', async () => {
    const h = await updating({ pinned: true })
    await h.jobs.tick()
    expect(await playbook(h)).toEqual([`active ${CHECK} (1/0/0)`])
  })

  it('is added where it names nothing that was shown, and only proposed by a tainted turn', async () => {
    const unknown = await updating({}, 'l9')
    await unknown.jobs.tick()
    expect(await playbook(unknown)).toEqual([`active ${CHECK} (1/0/0)`, `active ${BETTER} (0/0/0)`])
    const tainted = await updating({})
    await tainted.db.turn.updateMany({ data: { tainted: true } })
    await tainted.jobs.tick()
    expect(await playbook(tainted)).toEqual([`active ${CHECK} (1/0/0)`, `proposed ${BETTER} (0/0/0)`])
  })
})

describe('a job of learning', () => {
  it('writes back no source that is forgotten while it reads', async () => {
    let asked = false
    const turn_notes = () => {
      asked = true
      return noted({ lesson: lesson(CHECK) })
    }
    const h = await start({ turn_notes })
    const { db } = h
    const [id = ''] = await seedStrategies(h, { content: CHECK, sources: ['turn_kept'] })
    const set = { sources: ['turn_old', 'turn_kept'] }
    await learn(db, h.ownerId, [{ op: 'UPDATE', id, set }], learner())
    const forget = () => forgetStrategies(db, h.ownerId, { turnIds: ['turn_old'], conversationIds: [] })
    h.deps.db = actingBefore(db, async () => asked && forget())
    const turn = await taught(h, QUESTION)
    const where = { kind: 'strategy', refId: id }
    const sources = await db.provenance.findMany({ where, orderBy: { sourceTurnId: 'asc' } })
    expect(sources.map(({ sourceTurnId }) => sourceTurnId)).toEqual([turn.id, 'turn_kept'].sort())
    expect(JSON.stringify(await db.delta.findMany())).not.toContain('turn_old')
  })

  it('writes nothing that has words of a message which is forgotten while it asks, and asks again', async () => {
    const echo = ({ user }: { user: string }) => {
      const reason = /zephyr/.test(user) ? 'zephyr' : 'It is so.'
      return noted({ verdict: { label: 'success', confidence: 0.9, reason } })
    }
    const h = await start({ turn_notes: echo })
    const turn = await h.say('c', QUESTION, PLAIN)
    h.runtime.advance(60_000)
    await h.say('c', 'And what about the zephyr?', PLAIN)
    let forgotten = false
    h.deps.db = actingBefore(h.db, async () => {
      if (forgotten || h.asked('turn_notes').length === 0) return
      forgotten = true
      await forgetTurns(h.caller, { conversationId: 'c', from: 2, to: 2, files: false })
    })
    await h.jobs.tick()
    const reasons = async () =>
      (await h.db.verdict.findMany({ where: { turnId: turn.id } })).map((row) => row.reasons)
    expect([forgotten, await reasons()]).toEqual([true, []])
    h.runtime.advance(3_600_000)
    await h.jobs.tick()
    expect(await reasons()).toEqual([['It is so.']])
  })
})

describe('tags of cited strategies', () => {
  async function cited(replies: Replies = {}) {
    const h = await start(replies)
    const [id = '', other = ''] = await seedStrategies(h, { content: CHECK }, {})
    const turn = await h.say('c', QUESTION, PLAIN)
    await cite(h, turn.id, [id])
    return { h, id, other, turn }
  }
  const countersOf = async (h: Pick<Hands, 'db'>, id: string) => {
    const { helpful, harmful, neutral } = await h.db.strategy.findUniqueOrThrow({ where: { id } })
    return [helpful, harmful, neutral]
  }

  it('are what the notes say; ids that were not cited change nothing', async () => {
    const tags = ['l1', 'l2', 'heu-00002'].map((id) => ({ id, tag: 'neutral' }))
    const { h, id, other } = await cited({ turn_notes: noted({ tags }) })
    await h.jobs.tick()
    expect([await countersOf(h, id), await countersOf(h, other)]).toEqual([
      [0, 0, 1],
      [0, 0, 0],
    ])
  })

  it('follow a later thumb: the earlier tag is taken back, as it is with the thumb', async () => {
    const { h, id, turn } = await cited()
    await h.jobs.tick()
    expect(await countersOf(h, id)).toEqual([1, 0, 0])
    await rateAnswer(h.caller, turn.id, DOWN)
    await h.jobs.tick()
    expect([await verdictsIn(h), await countersOf(h, id)]).toEqual([['failure (person)'], [0, 1, 0]])
    expect(h.asked('turn_notes').at(-1)?.user).toContain('rating: not good')
    await rateAnswer(h.caller, turn.id, UP)
    await h.jobs.tick()
    expect([await verdictsIn(h), await countersOf(h, id)]).toEqual([['success (person)'], [1, 0, 0]])
    await rateAnswer(h.caller, turn.id, null)
    await h.jobs.tick()
    expect([await verdictsIn(h), await countersOf(h, id)]).toEqual([['success (model)'], [1, 0, 0]])
  })

  it.each(['scripted', 'offline'])(
    'leave with the statuses they gave when a thumb is taken back: %s',
    async (model) => {
      const h = await start({ turn_notes: noted({ lesson: lesson('Ask for the day before an answer.') }) })
      const [id = ''] = await seedStrategies(h, { content: CHECK, harmful: 1, helpful: 0 })
      const turn = await h.say('c', QUESTION, PLAIN)
      await cite(h, turn.id, [id])
      await h.jobs.tick()
      const statuses = async () => (await playbook(h)).map((line) => line.split(' ')[0])
      expect(await statuses()).toEqual(['active', 'active'])
      h.replies.turn_notes = noted()
      if (model === 'offline') h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
      await rateAnswer(h.caller, turn.id, DOWN)
      await h.jobs.tick()
      expect(await statuses()).toEqual(['quarantined', 'retired'])
      await rateAnswer(h.caller, turn.id, null)
      await h.jobs.tick()
      expect(await statuses()).toEqual(['active', 'active'])
      // What the person retires stays retired, whatever thumbs come and go.
      const lessons = await h.db.strategy.findMany({ where: { NOT: { id } } })
      await changeStrategies(h.caller, { act: 'retire', ids: lessons.map((one) => one.id) })
      for (const thumb of [DOWN, null]) {
        await rateAnswer(h.caller, turn.id, thumb)
        await h.jobs.tick()
      }
      expect((await statuses())[1]).toBe('retired')
    },
  )

  it('are taken back by Retry, with the thumb that was for the old answer', async () => {
    const { h, id, turn } = await cited()
    await h.jobs.tick()
    await rateAnswer(h.caller, turn.id, DOWN)
    await h.jobs.tick()
    await h.db.turn.update({ where: { id: turn.id }, data: { status: 'stopped' } })
    expect(await countersOf(h, id)).toEqual([0, 1, 0])
    await retryTurn(h.caller, turn.id)
    await h.runner.settled(turn.id)
    expect([await verdictsIn(h), await countersOf(h, id)]).toEqual([[], [0, 0, 0]])
    // The new answer was written without this lesson.
    await h.jobs.tick()
    expect([await verdictsIn(h), await countersOf(h, id)]).toEqual([['success (model)'], [0, 0, 0]])
    expect(await h.db.strategyUse.count({ where: { turnId: turn.id } })).toBe(0)
  })

  it.each([1, 2])('follow a correction %i messages later', async (later) => {
    const { h, id } = await cited({
      turn_notes: ({ user }) =>
        noted(verdict(/that's wrong/.test(user.split('=== later ===')[1] ?? '') ? 'failure' : 'success')),
    })
    await h.jobs.tick()
    expect(await countersOf(h, id)).toEqual([1, 0, 0])
    if (later === 2) await taught(h, 'And the harbour of Norderney?')
    await taught(h, "No, that's wrong.")
    await h.jobs.tick()
    expect(await countersOf(h, id)).toEqual([0, 1, 0])
  })
})
