import { afterEach, describe, expect, it } from 'vitest'
import { type Harness, harness, promptIn } from '@/lib/agent/testing'
import { learn } from '@/lib/db/learning/learn'
import { learner, seedStrategies } from '@/lib/db/testing-strategies'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { saveSetting } from '@/lib/settings/layers'
import { limitsOfLearning } from '@/lib/shared/limits/learning'

let h: Harness
afterEach(() => h.close())

const FERRY = 'Book the ferry to Aran before you book the hotel.'
const ASK = 'When should I book the ferry to Aran?'
/** A model that answers with `answer`, and what its last prompt held. */
async function told(answer: string) {
  h = await harness(() => ({ text: answer }))
  const { requests } = h.models
  const prompt = () => promptIn(requests.at(-1) ?? { user: '' })
  return { prompt, role: () => requests.at(-1)?.system ?? '' }
}
const say = (text: string, options = {}) => h.say('a', text, { thinking: false, ...options })
const usesOf = (turnId: string) => h.db.strategyUse.findMany({ where: { turnId }, orderBy: { rank: 'asc' } })
/** Fills the playbook, so that others are retrieved. */
const fillPlaybook = () =>
  seedStrategies(
    h,
    ...Array.from({ length: limitsOfLearning.inPlaybook }, (_, i) => ({
      content: `Number ${i} is pinned for good.`,
      pinned: true,
    })),
  )

describe('strategies in a turn', () => {
  it('stand in its prompt as fenced data, and a cited one is counted and recorded', async () => {
    const { prompt, role } = await told('Before the hotel [heu-00001].')
    const [id = ''] = await seedStrategies(
      h,
      { content: FERRY, helpful: 2 },
      { content: 'Knead the dough twice over.', helpful: 2 },
    )
    const turn = await say(ASK)
    expect(prompt()).toContain(`=== playbook ===`)
    expect(prompt()).toContain(`---\n| [heu-00001] helpful=2 harmful=0 :: ${FERRY}\n`)
    expect(role()).toContain('or [str-00012]')
    const uses = await usesOf(turn.id)
    expect(uses.map(({ place, cited, tag }) => [place, cited, tag])).toEqual([
      ['playbook', true, null],
      ['playbook', false, null],
    ])
    const row = await h.db.strategy.findUniqueOrThrow({ where: { id } })
    expect([row.uses, row.lastUsedAt !== null, row.helpful]).toEqual([1, true, 2])
    expect(await h.db.citation.findMany({ where: { turnId: turn.id } })).toMatchObject([
      { kind: 'strategy', refId: id, start: 17, end: 28 },
    ])
  })

  it('are retrieved for the message, with the parts of their scores', async () => {
    const { prompt } = await told('Early [heu-00009, heu-00999].')
    await fillPlaybook()
    const [id = ''] = await seedStrategies(h, { content: FERRY, title: 'Ferries' })
    const turn = await say(ASK)
    expect(prompt()).toContain(
      `=== strategies ===\n# Lessons that may fit this task, the closest first.\n--- id=heu-00009\n| Ferries\n| ${FERRY}`,
    )
    expect(prompt().indexOf('=== playbook')).toBeLessThan(prompt().indexOf('=== strategies'))
    const [first, ...others] = await usesOf(turn.id)
    expect(first).toMatchObject({ strategyId: id, place: 'retrieved', rank: 1, cited: true })
    expect(Object.keys(first?.parts as object).sort()).toEqual([
      'diversity',
      'recency',
      'reliability',
      'similarity',
    ])
    expect(others).toHaveLength(8)
    expect(await h.db.citation.count({ where: { turnId: turn.id } })).toBe(1)
    const [dto] = await turnDtos(h.db, h.ownerId, await h.db.turn.findMany({ where: { id: turn.id } }))
    expect(dto?.learning).toMatchObject({
      used: [{ slug: 'heu-00009', title: 'Ferries', content: FERRY, place: 'retrieved', cited: true }],
      others: 8,
    })
  })

  it('are of the domain that the conversation has', async () => {
    const { prompt } = await told('Yes.')
    await seedStrategies(
      h,
      { content: FERRY, domain: 'cooking' },
      { content: `${FERRY} Now.`, domain: 'travel' },
    )
    await say('Remember the harbour.')
    await saveSetting(h.db, h.ownerId, 'a', 'learning.domain', 'travel')
    await say(ASK)
    expect(prompt()).toContain(`${FERRY} Now.`)
    expect(prompt()).not.toContain(`${FERRY}\n`)
    await say(ASK, { domain: 'cooking' })
    expect(prompt()).not.toContain(`${FERRY} Now.`)
    expect(prompt()).toContain(`${FERRY}\n`)
  })

  it('that came from outside and that the person approved taint no turn', async () => {
    const { prompt } = await told('Yes.')
    const [read = '', core = ''] = await seedStrategies(
      h,
      { content: FERRY, untrusted: true, status: 'proposed' },
      { content: 'Answer in short sentences.', pinned: true, untrusted: true, status: 'proposed' },
    )
    const tainted = async () =>
      (await h.db.turn.findUniqueOrThrow({ where: { id: (await say(ASK)).id } })).tainted
    expect(await tainted()).toBe(false)
    expect(prompt()).not.toContain(FERRY)
    const set = { status: 'active' } as const
    await learn(
      h.db,
      h.ownerId,
      [read, core].map((id) => ({ op: 'UPDATE', id, set })),
      learner(),
    )
    expect(await tainted()).toBe(false)
    expect(prompt()).toContain(FERRY)
    expect(prompt()).toContain('Answer in short sentences.')
  })
})
