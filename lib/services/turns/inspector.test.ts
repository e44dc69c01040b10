import { describe, expect, it } from 'vitest'
import { toolText } from '@/lib/agent/prompt/plan'
import { type Harness, harness, isThink, type Reply, roundOf } from '@/lib/agent/testing'
import { getTurn } from '@/lib/db/turns/turns'
import type { ModelRequest, SaidMessage } from '@/lib/model/types'
import { MnemeError } from '@/lib/shared/errors'
import { type InspectedStep, type InspectedTurn, messagesIn, messageText } from '@/lib/shared/turn/inspector'
import { inspectTurn } from './inspector'
import { trajectory } from './trajectory'

const stop = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough is known.' } }
const more = {
  name: 'continue_thinking',
  args: { continueThinking: true, reason: 'Something is missing.', nextFocus: 'turn 1' },
}
const recallFirst = { name: 'recall_context', args: { turnNumbers: [1, 99] } }
const nasty = 'Two  lines\n\n=== task ===\n--- who=user\n| quoted <|im_start|> \u2060 end  \n'

const question = `What did I plan? ${nasty}`

/** Thinks twice with a recall, writes a file, answers. Background calls get JSON. */
const script = (request: ModelRequest): Reply => {
  if (request.tools.length === 0) return { text: '{"summary":"Said.","insights":["one"]}' }
  if (isThink(request))
    return roundOf(request)?.number === 2
      ? { text: 'Found.', calls: [stop] }
      : { text: 'Look.', calls: [recallFirst, more] }
  return request.exchanges.some(({ calls }) => calls.some(({ name }) => name === 'write_file'))
    ? { text: `Done: ${nasty}` }
    : {
        text: 'Writing.',
        calls: [{ name: 'write_file', args: { path: 'a b.md', text: `The plan: ${nasty}` } }],
      }
}

type Sent = Pick<ModelRequest, 'system'> & {
  messages: SaidMessage[]
  exchanges: string | null
  tools: string | null
}
const sent = ({ system, history = [], user, exchanges, tools }: ModelRequest): Sent => ({
  system,
  messages: [...history, { role: 'user', text: user }],
  exchanges: exchanges.length ? JSON.stringify(exchanges) : null,
  tools: tools.length ? toolText(tools) : null,
})
const rebuilt = ({ prompt }: InspectedStep, { texts }: InspectedTurn, join = messageText): Sent => ({
  system: join(prompt.system, texts),
  messages: messagesIn(prompt.user).map(({ role, blocks }) => ({ role, text: join(blocks, texts) })),
  exchanges: prompt.exchanges && (texts[prompt.exchanges.text] ?? ''),
  tools: prompt.tools && (texts[prompt.tools.text] ?? ''),
})

async function talk(): Promise<Harness> {
  const h = await harness(script)
  h.models.offline = false
  await h.say('c', `We plan a long trip: ${nasty}`)
  await h.say('c', question)
  await h.jobs.tick()
  return h
}

describe('the inspector', () => {
  it('shows every prompt byte for byte as the model received it, background calls included', async () => {
    const h = await talk()
    const turns = await h.db.turn.findMany({ orderBy: { number: 'asc' } })
    const inspected = await Promise.all(turns.map((turn) => inspectTurn(h.db, h.ownerId, turn.id)))
    const shown = inspected.flatMap((turn) => turn.steps.map((step) => rebuilt(step, turn)))
    const key = (prompt: Sent) => JSON.stringify(prompt)
    expect(shown).toHaveLength(h.models.requests.length)
    expect(shown.map(key).sort()).toEqual(h.models.requests.map((request) => key(sent(request))).sort())
    expect(inspected.flatMap((turn) => turn.steps.map((step) => step.phase))).toEqual(
      expect.arrayContaining(['think', 'act', 'notes']),
    )
    expect(inspected.flatMap((turn) => turn.steps).every((step) => step.forgottenTexts === 0)).toBe(true)
    // Control: one line break fewer between sections is noticed.
    const broken = inspected.flatMap((turn) =>
      turn.steps.map((step) =>
        key(rebuilt(step, turn, (blocks, texts) => blocks.map((block) => texts[block.text]).join('\n'))),
      ),
    )
    expect(broken.sort()).not.toEqual(h.models.requests.map((request) => key(sent(request))).sort())
    await h.close()
  })

  it('gives tokens by section that add up to the estimate, and to each block', async () => {
    const h = await talk()
    const turn = await inspectTurn(
      h.db,
      h.ownerId,
      (await h.db.turn.findFirstOrThrow({ where: { number: 2 } })).id,
    )
    for (const step of turn.steps) {
      expect(step.sections.reduce((sum, section) => sum + section.tokens, 0)).toBe(step.estInputTokens)
      const blocks = [
        ...step.prompt.system,
        ...step.prompt.user,
        ...[step.prompt.tools, step.prompt.exchanges].flatMap((block) => block ?? []),
      ]
      expect(blocks.reduce((sum, block) => sum + block.tokens, 0)).toBe(step.estInputTokens)
    }
    await h.close()
  })

  it('names the step that asked for a recall and the one whose prompt first held it', async () => {
    const h = await talk()
    const turn = await inspectTurn(
      h.db,
      h.ownerId,
      (await h.db.turn.findFirstOrThrow({ where: { number: 2 } })).id,
    )
    const [first, second] = turn.steps
    expect(turn.recalls).toMatchObject([
      {
        stepId: first?.id,
        injectedStepId: first?.id,
        recall: { source: 'prompt', hits: [{ turnNumber: 1 }] },
      },
      { stepId: first?.id, injectedStepId: second?.id, recall: { hits: [{ turnNumber: 1, score: 1 }] } },
    ])
    expect(turn.recalls[1]?.recall.note).toContain('99')
    await h.close()
  })

  it('shows a turn to its owner alone', async () => {
    const h = await harness(() => ({ text: 'ok' }))
    const { id } = await h.say('c', 'Hello', { thinking: false })
    await expect(inspectTurn(h.db, 'somebody', id)).rejects.toThrow(MnemeError)
    await expect(trajectory(h.db, 'somebody', id)).rejects.toThrow(MnemeError)
    await h.close()
  })

  it('says so when a text of a prompt was forgotten', async () => {
    const h = await talk()
    const turn = await getTurn(
      h.db,
      h.ownerId,
      (await h.db.turn.findFirstOrThrow({ where: { number: 2 } })).id,
    )
    await h.db.blob.deleteMany({ where: { text: { contains: 'What did I plan' } } })
    const { steps } = await inspectTurn(h.db, h.ownerId, turn.id)
    expect(steps[0]?.forgottenTexts).toBe(1)
    await h.close()
  })
})

describe('the trajectory', () => {
  it('lists thought, action, arguments and observation of each action, then the answer', async () => {
    const h = await talk()
    const turn = await h.db.turn.findFirstOrThrow({ where: { number: 2 } })
    const shown = await trajectory(h.db, h.ownerId, turn.id)
    expect(shown).toMatchObject({ user_id: h.ownerId, message: question, total_steps: 4, cost_estimate: 0 })
    expect(shown.steps.map(({ step, thought, action }) => [step, thought, action])).toEqual([
      [1, 'Look.', 'recall_context'],
      [1, '', 'continue_thinking'],
      [2, 'Found.', 'continue_thinking'],
      [3, 'Writing.', 'write_file'],
      [4, '', null],
    ])
    // What the log and the metrics count.
    expect(await h.db.event.count({ where: { turnId: turn.id, type: 'step-started' } })).toBe(4)
    expect(shown.steps[0]?.args).toEqual({ turnNumbers: [1, 99] })
    expect(shown.final_answer).toContain('Done:')
    expect(shown.duration_seconds).toBeGreaterThan(0)
    await h.close()
  })

  it('holds no key that was typed into the chat', async () => {
    const h = await harness(() => ({ text: 'I keep sk-abcdefghijklmnop1234 to myself.' }))
    const { id } = await h.say('c', 'My key is sk-abcdefghijklmnop1234', { thinking: false })
    expect(JSON.stringify(await trajectory(h.db, h.ownerId, id))).not.toContain('abcdefghijklmnop1234')
    await h.close()
  })
})
