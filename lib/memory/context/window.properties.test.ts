import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { windowItems } from '@/lib/agent/prompt/window-items'
import { testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { runs } from '@/scripts/tier.mjs'
import { chooseWindow, type WindowTurn } from './window'

let at: Awaited<ReturnType<typeof testDb>>
beforeAll(async () => {
  at = await testDb()
})
afterAll(() => at.close())

const call = (i: number) => ({ name: 'read_file', args: { path: `${i}.txt` }, ok: true, result: `text ${i}` })
/** The interaction that runs: a message, a tool call's result and an answer. */
const running = (number: number): WindowTurn => ({
  turnId: 'running',
  number,
  at: '2026-03-01T08:00:00.000Z',
  userText: 'now',
  answer: 'so',
  tools: [call(number)],
})
/** The messages of a window with the running interaction last, by who speaks. */
const messagesOf = (window: WindowTurn[], before: number, size: number) =>
  size < 1 ? [] : windowItems([...window, running(before)], 'UTC').map(({ item }) => item.attributes)

describe('the window', () => {
  it('has 3, 9, 15 and 30 messages for 1, 3, 5 and 10 of ten interactions, none for 0, all from ten on', async () => {
    const turns = Array.from({ length: 9 }, (_, i) => ({
      userText: `question ${i + 1}`,
      answer: `answer ${i + 1}`,
      tools: [call(i + 1)],
    }))
    const { path } = await seedConversation(at, turns)
    const messages = async (size: number | 'full') => {
      const window = await chooseWindow(at.db, at.ownerId, path, { before: 10, size })
      return messagesOf(window, 10, size === 'full' ? 99 : size).length
    }
    const counts = []
    for (const size of [0, 1, 3, 5, 10, 11, 50, 'full'] as const) counts.push([size, await messages(size)])
    expect(counts).toEqual([
      [0, 0],
      [1, 3],
      [3, 9],
      [5, 15],
      [10, 30],
      [11, 30],
      [50, 30],
      ['full', 30],
    ])
  })

  it('starts on a user message and has no tool call without its result, in random sessions of any size', async () => {
    const turn = fc.record({
      tools: fc.nat({ max: 3 }),
      answer: fc.constantFrom('', 'so it is'),
      status: fc.constantFrom('completed' as const, 'failed' as const, 'stopped' as const),
    })
    const size = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant('full' as const))
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 14 }), size, async (drawn, size) => {
        const turns = drawn.map(({ tools, ...rest }, i) => ({
          ...rest,
          userText: `question ${i + 1}`,
          tools: Array.from({ length: tools }, (_, j) => call(10 * i + j)),
        }))
        const { path, last } = await seedConversation(at, turns)
        const window = await chooseWindow(at.db, at.ownerId, path, { before: last + 1, size })
        const count = size === 'full' ? last : Math.max(0, Math.min(last, size - 1))
        expect(window.map(({ number }) => number)).toEqual(
          Array.from({ length: count }, (_, i) => last - count + 1 + i),
        )
        const said = windowItems(window, 'UTC').map(({ item }) => item.attributes)
        if (said.length) expect(said[0]?.who).toBe('user')
        for (const [i, { who, turn }] of said.entries())
          if (who !== 'user')
            expect(said.slice(0, i).some((one) => one.who === 'user' && one.turn === turn)).toBe(true)
        for (const { number, tools } of window) {
          expect(tools).toHaveLength(drawn[number - 1]?.tools ?? -1)
          expect(tools.every(({ args, result }) => args !== undefined && result.startsWith('text'))).toBe(
            true,
          )
        }
      }),
      { numRuns: runs(60) },
    )
  })
})
