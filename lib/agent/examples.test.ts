import { afterEach, describe, expect, it } from 'vitest'
import { type Harness, harness, isThink, type Reply } from '@/lib/agent/testing'
import { verdictOps } from '@/lib/db/learning/verdicts'
import { seedConversation } from '@/lib/db/testing-seed'
import type { ModelRequest } from '@/lib/model/types'
import { saveSetting } from '@/lib/settings/layers'
import type { TurnOptions } from '@/lib/shared/schemas'
import type { ThinkingPlan } from '@/lib/shared/turn/events'

const ASK = 'Which ferries to Borkum are in the timetable file?'
const STOP = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }
const answering = (request: ModelRequest): Reply =>
  isThink(request) ? { text: 'Hm.', calls: [STOP] } : { text: 'At nine.' }

let h: Harness
afterEach(() => h.close())
type Past = {
  depth?: string
  label?: 'success' | 'failure'
  confidence?: number
  tools?: boolean[]
  steps?: number
}

/** Turns that went as said. */
async function past(turns: Past[], asked = ASK) {
  h = await harness(answering)
  const said = turns.map(() => ({ userText: asked, answer: 'At nine.' }))
  const { turnIds, conversationId } = await seedConversation(h, said)
  for (const [i, turn] of turns.entries()) {
    const { depth = 'moderate', label = 'success', confidence = 0.9, tools = [true, true], steps = 2 } = turn
    const turnId = turnIds[i] ?? ''
    await h.db.turn.update({ where: { id: turnId }, data: { depth } })
    for (let index = 0; index < steps; index++)
      await h.db.step.create({
        data: {
          ...{
            id: `${turnId}_${index}`,
            ownerId: h.ownerId,
            turnId,
            attempt: 1,
            index,
            phase: 'act',
            role: 'fast',
          },
          ...{
            provider: 'p',
            model: 'm',
            promptVersion: '1',
            manifest: {},
            text: '',
            finish: 'stop',
            log: [],
          },
          ...{ estInputTokens: 0, estOutputTokens: 0, startedAt: new Date(), totalMs: 1 },
        },
      })
    await h.db.toolCall.createMany({
      data: tools.map((ok, index) => ({
        ...{ id: `${turnId}_t${index}`, stepId: `${turnId}_0`, index, name: 'read_file', args: {}, ok },
        ...{ resultHash: '', ms: 1 },
      })),
    })
    const verdict = { label, confidence, reasons: [], by: 'model' as const }
    await h.db.$transaction(verdictOps(h.db, h.ownerId, turnId, verdict, [turnId]))
  }
  return { turnIds, from: conversationId }
}
const ask = async (options: TurnOptions = { thinking: false }, text = ASK) => {
  const turn = await h.say('new', text, options)
  return {
    turn,
    plan: turn.plan as unknown as ThinkingPlan,
    prompt: h.models.requests.at(-1)?.user ?? '',
  }
}
const WORKED = `| Worked example\n| For “${ASK}”, these steps in this order gave a good answer: read_file.`

describe('a worked example in a turn', () => {
  it('stands in its prompt as fenced data with its source, and nothing of it is stored', async () => {
    const { turnIds } = await past([{}])
    const { turn, prompt } = await ask()
    expect(prompt).toContain(WORKED)
    const step = await h.db.step.findFirstOrThrow({ where: { turnId: turn.id, phase: 'act' } })
    expect(JSON.stringify(step.manifest)).toContain(turnIds[0])
    expect([await h.db.strategy.count(), await h.db.strategyUse.count()]).toEqual([0, 0])
  })

  it.each([
    ['for another message', [{}], 'How old is my cat?'],
    ['of a turn that went wrong', [{ label: 'failure' as const }], ASK],
    ['of a turn that nobody is sure of', [{ confidence: 0.69 }], ASK],
    ['of low quality', [{ tools: [true, true, false] }], ASK],
    ['with fewer than two calls', [{ tools: [true] }], ASK],
  ])('is none %s', async (_, turns, text) => {
    await past(turns)
    expect((await ask({ thinking: false }, text)).prompt).not.toContain('Worked example')
  })

  it('is none of a turn in the trash', async () => {
    const { turnIds, from } = await past([{}])
    await h.db.turn.updateMany({ where: { id: { in: turnIds } }, data: { trashId: 'trash' } })
    expect((await ask()).prompt).not.toContain('Worked example')
    await h.db.turn.updateMany({ where: { id: { in: turnIds } }, data: { trashId: null } })
    await h.db.conversation.update({ where: { id: from }, data: { trashId: 'trash' } })
    expect((await ask()).prompt).not.toContain('Worked example')
  })

  it('taints the turn if it read text from outside', async () => {
    const { turnIds } = await past([{}])
    await h.db.turn.updateMany({ where: { id: { in: turnIds } }, data: { tainted: true } })
    expect((await ask()).turn.tainted).toBe(true)
  })
})

describe('what similar turns say of the depth', () => {
  const AUTO: TurnOptions = { preset: 'auto' }
  it('raises it, and says why', async () => {
    await past([{ depth: 'complex' }])
    const { plan } = await ask(AUTO)
    expect(plan.depth).toBe('complex')
    expect(plan.classified?.reasons).toContain('A very similar message went well at this depth')
  })

  it('never lowers it', async () => {
    const HARD = 'Compare the ferries to Borkum and plan a trip with a design for each of the three days.'
    await past([{ depth: 'simple' }], HARD)
    const { plan } = await ask(AUTO, HARD)
    expect(plan.depth).toBe('complex')
  })
})

describe('the step limit', () => {
  const five = [2, 2, 3, 3, 3].map((steps) => ({ steps }))
  it('is one more than most similar turns took, and can be switched off', async () => {
    await past(five)
    const { plan } = await ask()
    expect(plan.maxSteps).toBe(4)
    expect(plan.classified?.reasons.at(-1)).toBe('Up to 4 steps, as for most similar messages that went well')
    await saveSetting(h.db, h.ownerId, 'user', 'action.adaptiveSteps', false)
    expect((await ask()).plan.maxSteps).toBe(5)
  })
})
