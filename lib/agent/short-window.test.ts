import { afterEach, describe, expect, it } from 'vitest'
import { type Harness, harness, isThink, promptIn, type Reply } from '@/lib/agent/testing'
import { countTokens } from '@/lib/model/tokens'
import type { TurnOptions } from '@/lib/shared/schemas'
import { CONTINUE } from '@/lib/shared/turn/continue'
import { windowPlanSchema } from '@/lib/shared/turn/events'

let h: Harness
let replies: Reply[] = []
afterEach(() => h.close())

const AUTO: TurnOptions = { preset: 'auto' }
const SIMPLE: TurnOptions = { depth: 'simple' }
const STEPS = Array.from({ length: 160 }, (_, i) => `Step ${i + 1}: tighten bolt ${i * 7} of the frame.`)
const GUIDE = `Begin at the gate. ${STEPS.join(' ')} End at the shed.`

async function answeredWith(...answers: string[]) {
  replies = []
  h = await harness((request) => replies.shift() ?? { text: isThink(request) ? 'Hm.' : 'I see.' })
  h.models.offline = false
  for (const [i, text] of answers.entries()) {
    replies = [{ text }]
    await h.say('c', `Message ${i + 1}, please answer.`, { depth: 'moderate' })
    h.runtime.advance(60_000)
  }
}
async function asked(text: string, options: TurnOptions) {
  const before = h.models.requests.length
  const turn = await h.say('c', text, options)
  const first = h.models.requests[before]
  return { turn, prompt: promptIn(first ?? { user: '' }), window: windowPlanSchema.parse(turn.window) }
}

describe('a short message after a long answer', () => {
  it.each(['I tried the second step and it failed', 'ok, the first', 'I prefer the third'])(
    'is no simple turn, since it leans on all of it: %s',
    async (text) => {
      await answeredWith(GUIDE)
      const { turn, prompt } = await asked(text, AUTO)
      expect(turn.depth).toBe('moderate')
      expect(prompt).toContain('End at the shed.')
    },
  )

  it('stays simple if it only thanks, or is forced to, with as much of the answer as there is room for', async () => {
    await answeredWith('Hello.', GUIDE)
    for (const [text, options] of [
      ['Thanks!', AUTO],
      ['I tried the second step and it failed', SIMPLE],
    ] as const) {
      const { turn, prompt, window } = await asked(text, options)
      expect(turn.depth).toBe('simple')
      expect(prompt).toContain('Begin at the gate.')
      expect(countTokens(prompt)).toBeLessThan(1_300)
      expect(window.turns).toEqual([turn.number - 1])
      replies = [{ text: GUIDE }]
      await h.say('c', 'Again, please.', { depth: 'moderate' })
    }
  })

  it('that agrees to an offer at its end is read as what it agrees to', async () => {
    await answeredWith(
      `${GUIDE} Shall I write a detailed comparison of all five plans, with the risks of each?`,
    )
    expect((await asked('Yes, please.', AUTO)).turn.depth).toBe('complex')
  })
})

it('what a simple message recalls is in its prompt, though its turn has a summary', async () => {
  const long = STEPS.slice(0, 20).join(' ')
  await answeredWith()
  await h.say('c', 'My catamaran is called Zephyr.', { depth: 'moderate' })
  for (let i = 0; i < 10; i++) {
    replies = [{ text: long }]
    await h.say('c', `Remark ${i}.`, { depth: 'moderate' })
    h.runtime.advance(60_000)
  }
  expect((await asked('What is my catamaran called?', SIMPLE)).prompt).toContain('Zephyr')
})

it.each([AUTO, SIMPLE])('“Continue” shows where the answer was cut: %j', async (options) => {
  await answeredWith('Hello.', `${GUIDE} ${STEPS.join(' ')} ${STEPS.join(' ')} And the last words of all`)
  const { turn, prompt } = await asked(CONTINUE, options)
  expect(turn.depth).not.toBe('simple')
  expect(prompt).toContain('And the last words of all')
})
