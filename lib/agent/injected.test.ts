import { describe, expect, it } from 'vitest'
import { countTokens } from '@/lib/model/tokens'
import { saveSetting } from '@/lib/settings/layers'
import { DROP, planPrompt } from './prompt/plan'
import { harness, isThink } from './testing'

const ENOUGH = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }
const MORE = {
  name: 'continue_thinking',
  args: { continueThinking: true, reason: 'More.', nextFocus: 'the boat' },
}
const recallTurn = (number: number) => ({ name: 'recall_context', args: { turnNumbers: [number] } })
type Harness = Awaited<ReturnType<typeof harness>>

/** Of each recall of a turn, the step whose prompt its material first stood in, by the step's index. */
async function shownIn(h: Harness, turnId: string) {
  const steps = await h.db.step.findMany({ where: { turnId } })
  const recalls = await h.db.recall.findMany({ where: { turnId }, orderBy: { index: 'asc' } })
  return recalls.map((recall) => steps.find((step) => step.id === recall.injectedStepId)?.index ?? null)
}

describe('a recall counts as shown', () => {
  it('in the next prompt, be it made while thinking or while acting, and when all it found stood there already', async () => {
    const h = await harness((request) => {
      if (!request.user.includes('\nWhich'))
        return isThink(request) ? { calls: [ENOUGH] } : { text: 'Noted.' }
      if (isThink(request))
        return request.exchanges.length
          ? { calls: [recallTurn(1), ENOUGH] }
          : { calls: [recallTurn(1), MORE] }
      const looked = JSON.stringify(request.exchanges).includes('"turnNumbers":[2]')
      return looked ? { text: 'Red.' } : { calls: [recallTurn(2)] }
    })
    await h.say('c', 'The boat is red.', { windowSize: 0 })
    await h.say('c', 'The house is blue.', { windowSize: 0 })
    const asked = await h.say('c', 'Which colour?', { windowSize: 0 })
    expect(await shownIn(h, asked.id)).toEqual([1, 2, 3])
    await h.close()
  })

  it('in the results of the round, also in a short prompt', async () => {
    const long = Array.from({ length: 2_500 }, (_, i) => `word${i}`).join(' ')
    const h = await harness((request) => {
      if (!request.user.includes('\nWhich')) return { text: 'Noted.' }
      if (!isThink(request)) return { text: 'Red.' }
      return !request.exchanges.length
        ? { calls: [recallTurn(1), recallTurn(99), MORE] }
        : { calls: [ENOUGH] }
    })
    await h.say('c', 'The boat is red.', { thinking: false })
    await saveSetting(h.db, h.ownerId, 'user', 'prompt.totalTokens', 4_000)
    const asked = await h.say('c', `Which colour? ${long}`, { windowSize: 0 })
    expect(await shownIn(h, asked.id)).toEqual([1, 1])
    await saveSetting(h.db, h.ownerId, 'user', 'prompt.totalTokens', null)
    const again = await h.say('c', 'Which colour?', { windowSize: 0 })
    expect(await shownIn(h, again.id)).toEqual([0, 1, 1])
    await h.close()
  })

  it('each by itself: one that others leave no room for is not shown with them', () => {
    const words = Array.from({ length: 1_200 }, (_, i) => `word${i}`).join(' ')
    const found = ['first', 'second', 'third'].map((id, i) => ({
      item: { attributes: { turn: '1' }, text: words },
      keep: -i,
      order: i,
      dropStage: DROP.recalled,
      recallIds: [id, 'every'],
    }))
    const plan = planPrompt({
      role: { name: 'role', note: '', items: [] },
      notes: {},
      sections: { recalled: found },
      tools: [],
      exchanges: [],
      totalTokens: 26_000,
      countTokens,
    })
    expect([...new Set(plan.recallIds)]).toEqual(['first', 'every', 'second'])
  })
})
