import { afterEach, describe, expect, it } from 'vitest'
import type { Hands } from '@/lib/agent/testing-hands'
import { PLAIN } from '@/lib/agent/testing-hands'
import { forgetStrategies } from '@/lib/db/forget/purge/purge-strategies'
import { learn } from '@/lib/db/learning/learn'
import { actingBefore, learner, seedStrategies } from '@/lib/db/testing-strategies'
import { followUpsOf } from '@/lib/db/turns/follow-ups'
import { jobOps } from '@/lib/db/turns/jobs'
import { forgetTurns } from '@/lib/services/forget/forget'
import { rateAnswer } from '@/lib/services/turns/turns'
import { saveSetting } from '@/lib/settings/layers'
import {
  cite,
  learningBy,
  lesson,
  nameOf,
  playbook,
  type Replies,
  reflection,
  taught,
  verdict,
  verdictsIn,
} from './testing-learning'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})
async function start(replies: Replies = {}) {
  const h = await learningBy({ verdict: verdict('success'), strategies: { strategies: [] }, ...replies })
  open.push(h)
  return h
}
const QUESTION = 'When does the harbour of Borkum open on Sundays?'
const CHECK = 'Check the opening hours of the day that was asked about before the answer is given.'
const UP = { value: 1, reason: '' } as const
const DOWN = { value: -1, reason: '' } as const

describe('learning from a turn, with a model', () => {
  it('judges it and keeps at most three lessons, each with its source; the calls are in the ledger', async () => {
    const contents = ['sail', 'anchor', 'rudder', 'compass'].map(
      (word) => `Look up the ${word} in the table of parts before prices are named.`,
    )
    const h = await start({ verdict: verdict('failure', 0.95) })
    h.replies.strategies = { strategies: contents.slice(0, 3).map((content) => lesson(content)) }
    const turn = await taught(h, QUESTION)
    expect(await verdictsIn(h)).toEqual(['failure (model)'])
    expect(await playbook(h)).toEqual(contents.slice(0, 3).map((content) => `active ${content} (0/0/0)`))
    const [first] = await h.db.strategy.findMany({ orderBy: { slug: 'asc' } })
    expect(first).toMatchObject({ outcome: 'failure', query: QUESTION, untrusted: false })
    expect(first?.prior).toBeCloseTo(0.57, 10)
    expect(
      await h.db.provenance.findMany({ where: { kind: 'strategy', refId: first?.id ?? '' } }),
    ).toMatchObject([{ sourceTurnId: turn.id }])
    const steps = await h.db.step.findMany({ where: { turnId: turn.id }, orderBy: { index: 'asc' } })
    expect(steps.map(({ phase }) => phase).filter((phase) => /judge|distil/.test(phase))).toEqual([
      'judge',
      'distil',
    ])
    expect((await h.db.delta.findMany()).map(({ op, by }) => `${op} ${by}`)).toEqual(
      Array(3).fill('ADD model'),
    )
  })

  it('starts only when the answer is committed', async () => {
    const seen: string[] = []
    const h = await start()
    h.replies.act = () => {
      seen.push('answering')
      return { text: 'At nine.' }
    }
    h.replies.verdict = () => {
      seen.push('judging')
      return verdict('success')
    }
    const turn = await h.say('c', QUESTION, PLAIN)
    const job = await h.db.job.findFirstOrThrow({ where: { kind: 'judge' } })
    const { status, endedAt } = await h.turn(turn.id)
    expect([seen, status, job.status]).toEqual([['answering'], 'completed', 'waiting'])
    expect(Number(job.runAfter)).toBeLessThanOrEqual(Number(endedAt) + 1_000)
    expect(h.asked('verdict')).toEqual([])
    await h.jobs.tick()
    expect(seen).toEqual(['answering', 'judging'])
  })

  it('judges equal turns by one call', async () => {
    const h = await start()
    for (const conversation of ['c', 'd']) await taught(h, QUESTION, conversation)
    expect([await verdictsIn(h), h.asked('verdict').length]).toEqual([
      ['success (model)', 'success (model)'],
      1,
    ])
  })

  it('asks nobody about small talk', async () => {
    const h = await start()
    await taught(h, 'Hello!')
    expect([await verdictsIn(h), h.asked('verdict'), h.asked('strategies')]).toEqual([
      ['unknown (heuristic)'],
      [],
      [],
    ])
  })

  it('judges by what was measured if the reply is unusable, and the turn keeps its answer', async () => {
    const h = await start({ verdict: () => 'I cannot say.' })
    const turn = await taught(h, QUESTION)
    expect(await verdictsIn(h)).toEqual(['unknown (heuristic)'])
    expect((await h.turn(turn.id)).answer).toBe('The harbour opens at nine.')
    expect(await h.db.step.count({ where: { phase: 'judge' } })).toBe(1)
  })

  it('learns nothing if the reply is unusable, and says so in the log', async () => {
    const h = await start({ strategies: () => 'Be nice.' })
    await taught(h, QUESTION)
    expect([await playbook(h), h.logs.some(({ message }) => /nothing was learned/.test(message))]).toEqual([
      [],
      true,
    ])
    expect(await h.db.job.count({ where: { status: { not: 'done' } } })).toBe(0)
  })

  it('is off when the person switches it off', async () => {
    const h = await start({ strategies: { strategies: [lesson(CHECK)] } })
    await saveSetting(h.db, h.ownerId, 'user', 'learning.enabled', false)
    const turn = await taught(h, QUESTION)
    await rateAnswer(h.caller, turn.id, UP)
    await h.jobs.tick()
    expect([await verdictsIn(h), await playbook(h), h.asked('verdict')]).toEqual([[], [], []])
  })

  it('learns nothing from a turn whose memory was off, nor from it about the turn before', async () => {
    const h = await start({ strategies: { strategies: [lesson(CHECK)] } })
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
    const h = await start({ strategies: { strategies: [lesson(CHECK.replace('Check', 'check '))] } })
    const [id = ''] = await seedStrategies(h, { content: CHECK, sources: ['turn_old'] })
    const turn = await h.say('c', QUESTION, PLAIN)
    await cite(h, turn.id, [id])
    h.replies.reflection = reflection()
    await h.jobs.tick()
    expect(h.asked('strategies')[0]?.user).toContain(CHECK)
    expect(await playbook(h)).toEqual([`active ${CHECK} (1/0/0)`])
    const where = { kind: 'strategy', refId: id }
    const sources = await h.db.provenance.findMany({ where, orderBy: { sourceTurnId: 'asc' } })
    expect(sources.map(({ sourceTurnId }) => sourceTurnId)).toEqual([turn.id, 'turn_old'].sort())
  })
})

describe('a job of learning', () => {
  it('writes back no source that is forgotten while it reads', async () => {
    let asked = false
    const strategies = () => {
      asked = true
      return { strategies: [lesson(CHECK)] }
    }
    const h = await start({ strategies })
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
    const echo = ({ user }: { user: string }) => ({
      ...verdict('success'),
      reasons: [/zephyr/.test(user) ? 'zephyr' : 'It is so.'],
    })
    const h = await start({ verdict: echo })
    const turn = await h.say('c', QUESTION, PLAIN)
    h.runtime.advance(60_000)
    await h.say('c', 'And what about the zephyr?', PLAIN)
    let forgotten = false
    h.deps.db = actingBefore(h.db, async () => {
      if (forgotten || h.asked('verdict').length === 0) return
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

  it('of an earlier attempt asks nobody: the latest attempt has its own', async () => {
    const h = await start()
    const turn = await h.say('c', QUESTION, PLAIN)
    // As after a kill: the turn was tried again before the job of its first attempt was done.
    await h.db.turn.update({ where: { id: turn.id }, data: { attempt: 2 } })
    await h.jobs.tick()
    expect([h.asked('verdict'), await verdictsIn(h)]).toEqual([[], []])
    expect(await h.db.job.findMany({ where: { kind: 'judge', status: { not: 'done' } } })).toEqual([])
    const second = { id: 'j2', kind: 'judge', key: `${turn.id}.2`, payload: { turnId: turn.id } }
    await h.db.$transaction(jobOps(h.db, h.ownerId, [second], h.runtime.now()))
    await h.jobs.tick()
    expect([h.asked('verdict').length, await verdictsIn(h)]).toEqual([1, ['success (model)']])
  })
})

describe('tags of cited strategies', () => {
  async function cited(replies: Replies = {}) {
    const h = await start({ reflection: reflection(), ...replies })
    const [id = '', other = ''] = await seedStrategies(h, { content: CHECK }, {})
    const turn = await h.say('c', QUESTION, PLAIN)
    await cite(h, turn.id, [id])
    return { h, id, other, turn }
  }
  const countersOf = async (h: Pick<Hands, 'db'>, id: string) => {
    const { helpful, harmful, neutral } = await h.db.strategy.findUniqueOrThrow({ where: { id } })
    return [helpful, harmful, neutral]
  }

  it('are what the reflection says; ids that were not cited are rejected and logged', async () => {
    const { h, id, other } = await cited()
    const slugs = await h.db.strategy.findMany({ orderBy: { slug: 'asc' } })
    h.replies.reflection = reflection(...slugs.map(({ slug }): [string, string] => [slug, 'neutral']))
    await h.jobs.tick()
    expect([await countersOf(h, id), await countersOf(h, other)]).toEqual([
      [0, 0, 1],
      [0, 0, 0],
    ])
    expect(h.logs.find(({ message }) => /rejected/.test(message))?.fields?.rejected).toEqual([slugs[1]?.slug])
  })

  it('follow a later thumb: the earlier tag is taken back', async () => {
    const { h, id, turn } = await cited()
    await h.jobs.tick()
    expect(await countersOf(h, id)).toEqual([1, 0, 0])
    await rateAnswer(h.caller, turn.id, DOWN)
    await h.jobs.tick()
    expect([await verdictsIn(h), await countersOf(h, id)]).toEqual([['failure (person)'], [0, 1, 0]])
    await rateAnswer(h.caller, turn.id, UP)
    await h.jobs.tick()
    expect([await verdictsIn(h), await countersOf(h, id)]).toEqual([['success (person)'], [1, 0, 0]])
    expect(h.asked('reflection')).toHaveLength(1)
  })

  it.each([1, 2])('follow a correction %i messages later', async (later) => {
    const { h, id } = await cited({
      verdict: ({ user }) =>
        verdict(/that's wrong/.test(user.split('=== later ===')[1] ?? '') ? 'failure' : 'success'),
    })
    await h.jobs.tick()
    expect(await countersOf(h, id)).toEqual([1, 0, 0])
    if (later === 2) await taught(h, 'And the harbour of Norderney?')
    await taught(h, "No, that's wrong.")
    await h.jobs.tick()
    expect(await countersOf(h, id)).toEqual([0, 1, 0])
  })

  it('what a turn alone has taught is retired when the person says it went wrong, and back when not', async () => {
    const h = await start({ strategies: { strategies: [lesson(CHECK)] } })
    const turn = await taught(h, QUESTION)
    h.replies.strategies = { strategies: [] }
    await rateAnswer(h.caller, turn.id, DOWN)
    await h.jobs.tick()
    expect(await playbook(h)).toEqual([`retired ${CHECK} (0/0/0)`])
    await rateAnswer(h.caller, turn.id, UP)
    await h.jobs.tick()
    expect(await playbook(h)).toEqual([`active ${CHECK} (0/0/0)`])
  })
})

describe('the curator', () => {
  const KNOWN = 'Read the tide table, the weather report, the coast map and the ferry plan.'
  const NEAR = KNOWN.replace('ferry', 'train')

  async function near(operations: object[]) {
    const h = await start({
      strategies: { strategies: [lesson(NEAR)] },
      playbook_delta: { reasoning: '', operations },
    })
    const [id = ''] = await seedStrategies(h, { content: KNOWN })
    await taught(h, QUESTION)
    return { h, id }
  }

  it('is asked about near-duplicates only, and what it keeps apart is remembered', async () => {
    const { h, id } = await near([{ type: 'ADD', ...lesson(NEAR) }])
    expect(h.asked('playbook_delta')).toHaveLength(1)
    expect(await playbook(h)).toHaveLength(2)
    expect(await h.db.strategyLink.findMany()).toMatchObject([{ toId: id, relation: 'refines' }])
    expect(h.models.requests.filter((request) => nameOf(request) === 'playbook_delta')).toHaveLength(1)
  })

  it('changes what it was shown; unknown ids and operations are rejected and logged', async () => {
    const { h, id } = await near([
      { type: 'UPDATE', id: 'heu-00001', title: 'Before a trip', content: `${KNOWN} Trains count too.` },
      { type: 'UPDATE', id: 'heu-09999', content: NEAR },
      { type: 'TAG', id: 'heu-00001', tag: 'helpful' },
      { type: 'REWRITE', id: 'heu-00001' },
    ])
    expect(await playbook(h)).toEqual([`active ${KNOWN} Trains count too. (0/0/0)`])
    expect(await h.db.provenance.count({ where: { kind: 'strategy', refId: id } })).toBe(1)
    expect(h.logs.find(({ message }) => /rejected/.test(message))?.fields?.rejected).toHaveLength(3)
  })
})
