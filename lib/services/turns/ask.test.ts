import { afterEach, describe, expect, it } from 'vitest'
import type { Hands } from '@/lib/agent/testing-hands'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { learningBy, lesson, noted, type Replies, verdict } from '@/lib/jobs/learning/testing-learning'
import { saveSetting } from '@/lib/settings/layers'
import type { TurnOptions } from '@/lib/shared/schemas'
import { ask, turnResult } from './ask'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})
const RULE = 'Read the timetable of the day that was asked about before the answer is given.'
const ASKED = 'When does the harbour of Borkum open on Sundays?'

async function asking(replies: Replies = {}) {
  const h = await learningBy({ turn_notes: noted(verdict('success', 0.8)), ...replies })
  open.push(h)
  let asked = 0
  const told: string[] = []
  const send = (options: TurnOptions = {}, signal = new AbortController().signal) =>
    ask(
      h.caller,
      {
        ...{ turnId: `asked_${++asked}`, conversationId: `talk_${asked}`, clientMessageId: `m_${asked}` },
        ...{ text: ASKED, uploadIds: [], options: { thinking: false, ...options } },
      },
      { signal, onEvent: (event) => void (event?.type === 'answer-delta' && told.push(event.text)) },
    )
  return { h, send, told }
}

const pinAll = ({ db }: Awaited<ReturnType<typeof asking>>['h']) =>
  db.strategy.updateMany({ data: { pinned: true } })

describe('the result of a turn', () => {
  it('names what it used and learned, once the jobs after it are done', async () => {
    const { h, send, told } = await asking({
      turn_notes: noted({ ...verdict('success', 0.8), lesson: lesson(RULE) }),
    })
    const [id = ''] = await seedStrategies(h, { title: 'Boats' })
    await pinAll(h)
    const { slug } = await h.db.strategy.findUniqueOrThrow({ where: { id } })
    const result = await send()
    expect(result).toEqual({
      ...{ success: true, output: 'The harbour opens at nine.', duration: expect.any(Number) },
      ...{ memoryEnabled: true, memoriesRetrieved: 1, memoriesUsed: [slug] },
      ...{ turnsRecalled: [], turnsCited: [] },
      ...{ memoryLearned: true, newMemoryIds: ['heu-00002'] },
      ...{ memoryVerdict: 'success', memoryConfidence: 0.8, memoryPending: false },
      ...{ turnId: 'asked_1', conversationId: 'talk_1' },
    })
    expect(told.join('')).toBe('The harbour opens at nine.')
    expect(await turnResult(h.db, h.ownerId, 'asked_1')).toEqual(result)
    await expect(turnResult(h.db, 'somebody else', 'asked_1')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('says that memory was off where learning is switched off', async () => {
    const { h, send } = await asking()
    expect((await send({ learning: false })).memoryEnabled).toBe(false)
    await saveSetting(h.db, h.ownerId, 'user', 'learning.enabled', false)
    expect((await send()).memoryEnabled).toBe(false)
  })

  it('of a failed turn says why; a lesson that is known already is not new', async () => {
    const { h, send } = await asking({
      turn_notes: noted({ ...verdict('success', 0.8), lesson: lesson(RULE) }),
    })
    expect((await send()).newMemoryIds).toHaveLength(1)
    expect((await send()).newMemoryIds).toEqual([])
    h.replies.act = () => {
      throw new Error('boom')
    }
    expect(await send()).toMatchObject({
      ...{ success: false, output: '', error: { code: 'internal' } },
      ...{ memoryLearned: false, memoryPending: false },
    })
  })

  it('of one that was stopped before it ran is no success, and nothing waits for lessons', async () => {
    const { h, send } = await asking()
    expect(await send({}, AbortSignal.abort())).toMatchObject({ success: false, memoryVerdict: null })
    expect((await h.db.turn.findFirstOrThrow()).status).toBe('stopped')
  })
})

describe('options of a message', () => {
  it('are stronger than those of its conversation and of the person, for learning too', async () => {
    const { h, send } = await asking({
      turn_notes: noted({ ...verdict('success', 0.8), lesson: lesson(RULE) }),
    })
    await saveSetting(h.db, h.ownerId, 'user', 'learning.enabled', false)
    expect(await send()).toMatchObject({ memoryVerdict: null, memoriesUsed: [] })
    await seedStrategies(h, { domain: 'web' }, { domain: 'ops' })
    await pinAll(h)
    expect(await send({ learning: true, domain: 'web' })).toMatchObject({
      ...{ memoriesUsed: ['heu-00001'], memoryVerdict: 'success', newMemoryIds: ['heu-00003'] },
    })
    expect((await h.db.strategy.findFirstOrThrow({ where: { slug: 'heu-00003' } })).domain).toBe('web')
    await saveSetting(h.db, h.ownerId, 'user', 'learning.enabled', true)
    expect(await send({ learning: false, recall: 'off' })).toMatchObject({
      ...{ memoryEnabled: false, memoriesUsed: [], memoryVerdict: null, memoryLearned: false },
    })
  })

  it('a simple message uses strategies only if it asks for them', async () => {
    const { h, send } = await asking()
    await seedStrategies(h, {})
    await pinAll(h)
    const plain = await send({ depth: 'simple' })
    expect([plain.memoriesUsed, plain.memoryEnabled]).toEqual([[], true])
    expect((await send({ depth: 'simple', learning: true })).memoriesUsed).toEqual(['heu-00001'])
  })
})
