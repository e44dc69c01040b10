import { describe, expect, it } from 'vitest'
import { seedConversation } from '@/lib/db/testing-seed'
import { saveSetting } from '@/lib/settings/layers'
import { windowPlanSchema } from '@/lib/shared/turn/events'
import { type Harness, harness, promptIn } from './testing'

const PLAIN = { thinking: false }
const planOf = (turn: { window: unknown }) => windowPlanSchema.parse(turn.window)

/** A conversation `c` in which each of these was said, and one that answers with what it was told. */
async function talk(said: string[], run: (h: Harness) => Promise<void>) {
  const h = await harness(() => ({ text: 'Noted.' }))
  const turns = said.map((userText) => ({
    userText,
    answer: 'Noted.',
    summary: { text: userText.slice(0, 200) },
  }))
  await seedConversation(h, turns, 'c')
  await saveSetting(h.db, h.ownerId, 'user', 'window.grows', false)
  await run(h)
  await h.close()
}
const fillers = (count: number) =>
  Array.from({ length: count }, (_, i) => `Filler remark number ${i + 1} on the weather outside.`)
/** What the last answering call was shown of a section. */
function shown(h: Harness, name: string): string {
  const last = h.models.requests.at(-1)
  const user = last ? promptIn(last) : ''
  return new RegExp(`=== ${name} ===([\\s\\S]*?)(?:\\n=== |$)`).exec(user)?.[1] ?? ''
}

describe('the window of a turn', () => {
  it('is larger for a demanding request, smaller for a short message, and says so in its plan', () =>
    talk(fillers(9), async (h) => {
      const usual = planOf(await h.say('c', 'What was the name of the dog?', PLAIN))
      expect(usual).toMatchObject({ size: 5, reason: 'the usual size', turns: [6, 7, 8, 9] })
      const more = planOf(await h.say('c', 'Refactor the garden', PLAIN))
      expect(more).toMatchObject({ size: 7, turns: [5, 6, 7, 8, 9, 10] })
      expect(more.reason).toContain('asks for work')
      const less = planOf(await h.say('c', 'And then?', PLAIN))
      expect(less).toMatchObject({ size: 3, turns: [10, 11], recall: 'owner' })
      const said = await h.db.turn.findMany({ where: { number: { lt: 12 } } })
      expect(less.earlier).toBe(said.reduce((sum, one) => sum + one.userTokens + one.answerTokens, 0))
      expect(planOf(await h.say('c', 'And then?', { ...PLAIN, windowSize: 5 })).size).toBe(5)
      await saveSetting(h.db, h.ownerId, 'c', 'window.size', 2)
      expect(planOf(await h.say('c', 'Refactor it all', PLAIN))).toMatchObject({
        size: 2,
        reason: 'chosen for this conversation',
      })
      await saveSetting(h.db, h.ownerId, 'c', 'window.size', null)
      await saveSetting(h.db, h.ownerId, 'user', 'window.adaptive', false)
      expect(planOf(await h.say('c', 'And then?', PLAIN)).size).toBe(5)
    }))

  it('is every earlier turn where full, beyond its usual share of the prompt, and says when there is no room', () =>
    talk([...fillers(12), `A long story: ${'and so on '.repeat(4_000)}`, 'Something brief.'], async (h) => {
      const all = Array.from({ length: 12 }, (_, i) => i + 1)
      const full = planOf(await h.say('c', 'Go on?', { ...PLAIN, windowSize: 'full' }))
      expect(full).toMatchObject({ size: 'full', turns: [...all, 13, 14] })
      expect(full.tokens).toBeGreaterThan(6_000)
      expect(full.reason).toBe('all earlier messages, chosen for this message')
      expect(shown(h, 'said')).toContain('remark number 1 on')
      await h.say('c', `Longer still: ${'and so forth '.repeat(6_000)}`, PLAIN)
      const cut = planOf(await h.say('c', 'Go on?', { ...PLAIN, windowSize: 'full' }))
      expect(cut.turns).not.toContain(1)
      expect(cut.reason).toContain('no room for all')
    }))
})

describe('an earlier turn that the message refers to', () => {
  it('is shown by number though it is outside the window, once, and marked; at most two are', () =>
    talk(['The boat is called Marlin.', ...fillers(8)], async (h) => {
      const one = await h.say('c', 'What did I tell you in turn 1 and in turn 8?', PLAIN)
      expect(planOf(one)).toMatchObject({ turns: [6, 7, 8, 9], referred: [{ turn: 1, by: 'number' }] })
      expect(shown(h, 'window')).toMatch(/id=t1 who=user .*referred=yes\n\| The boat is called Marlin\./)
      expect(shown(h, 'window').match(/who=.*referred=yes/g)).toHaveLength(2)
      expect(shown(h, 'summaries')).not.toContain('Marlin')
      expect(shown(h, 'recalled')).not.toContain('| The boat is called Marlin.')
      const many = await h.say('c', 'What was said in turn 2, turn 3 and turn 4 by me?', PLAIN)
      expect(planOf(many).referred?.map(({ turn }) => turn)).toEqual([2, 3])
      const none = await h.say('c', 'What was said in turn 99 by the two of us?', PLAIN)
      expect(planOf(none).referred).toBeUndefined()
    }))

  it('takes its tokens from the window, which never exceeds its share', () =>
    talk([`A long story of Ana: ${'and so on '.repeat(5_000)}`, ...fillers(8)], async (h) => {
      const turn = await h.say('c', 'Tell me what was in turn 1, please?', PLAIN)
      const plan = planOf(turn)
      expect(plan).toMatchObject({ turns: [6, 7, 8, 9], referred: [{ turn: 1, by: 'number' }] })
      expect(plan.tokens).toBeLessThanOrEqual(6_000)
      const section = await h.db.ledgerSection.findFirstOrThrow({
        where: { turnId: turn.id, section: 'window' },
      })
      expect(Math.abs(section.tokens - plan.tokens)).toBeLessThan(60)
      await h.say('c', `Another long story: ${'and so forth '.repeat(2_000)}`, PLAIN)
      const both = planOf(await h.say('c', 'Tell me about turn 1 once more, please.', PLAIN))
      expect(both.referred).toHaveLength(1)
      expect(both.tokens).toBeLessThanOrEqual(6_000)
    }))

  it('stays away while memory is off, which the plan says', () =>
    talk(['The boat is called Marlin.', ...fillers(8)], async (h) => {
      const turn = await h.say('c', 'What did I tell you in turn 1?', { ...PLAIN, recall: 'off' })
      expect(planOf(turn)).toMatchObject({ recall: 'off' })
      expect(planOf(turn).referred).toBeUndefined()
      expect([shown(h, 'recalled'), shown(h, 'facts')]).toEqual(['', ''])
    }))
})
