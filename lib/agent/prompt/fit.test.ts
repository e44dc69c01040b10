import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harness, sectionsIn } from '@/lib/agent/testing'
import type { WindowTurn } from '@/lib/memory/context/window'
import { countTokens } from '@/lib/model/tokens'
import { type Candidate, fitItems, type Sized, sizedItem, sumTokens } from './fit'
import { DROP, planPrompt } from './plan'
import { windowItems } from './window-items'

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')
const turn = (number: number, userText: string, answer: string, results: string[] = []): WindowTurn => ({
  turnId: `t${number}`,
  number,
  at: '2026-05-01T00:00:00.000Z',
  userText,
  answer,
  tools: results.map((result) => ({ name: 'read_file', args: {}, ok: true, result })),
})
const sized = (turns: WindowTurn[]) =>
  windowItems(turns, 'UTC').map((candidate) => sizedItem(candidate, countTokens))
const shape = (items: Candidate[]) => items.map(({ item }) => `${item.attributes.id} ${item.attributes.who}`)

/**
 * Every message has its answer, no result is without its message, and no older turn stands where a newer one
 * does not.
 */
function hasNoHoles(turns: WindowTurn[], items: Candidate[]): boolean {
  const has = (number: number, who: string) =>
    items.some(({ item }) => item.attributes.id === `t${number}` && item.attributes.who === who)
  const shown = turns.filter(({ number }) => items.some(({ item }) => item.attributes.id === `t${number}`))
  const gapless = shown.every((entry, i) => entry === turns[turns.length - shown.length + i])
  return (
    gapless &&
    shown.every((entry) => has(entry.number, 'user') && (!entry.answer || has(entry.number, 'assistant')))
  )
}
/** The broken variant: each item by itself, the long ones skipped. */
const skipping = (items: Sized[], budget: number) => {
  const kept: Sized[] = []
  for (const entry of items.toSorted((a, b) => b.keep - a.keep))
    if (sumTokens([...kept, entry]) <= budget) kept.push(entry)
  return kept
}

it('items that are to stay whole are left out rather than cut, and those after them may fit', () => {
  const item = (text: string, order: number): Candidate => ({
    ...{ item: { attributes: {}, text }, keep: -order, order, dropStage: DROP.recalled, whole: true },
  })
  const items = [item('first', 0), item(words(500), 1), item('last', 2)]
  const kept = fitItems(
    items.map((one) => sizedItem(one, countTokens)),
    100,
    countTokens,
  )
  expect(kept.map(({ item: { text } }) => text)).toEqual(['first', 'last'])
})

describe('a window that is too long', () => {
  it('is cut at its oldest turn: a long newest turn stays, as far as there is room, and no older one takes its place', () => {
    const kept = fitItems(
      sized([turn(1, 'short', 'short'), turn(2, words(9_000), 'The answer.')]),
      1_000,
      countTokens,
    )
    expect(shape(kept)).toEqual(['t2 user', 't2 assistant'])
    expect(kept[0]?.item.text).toMatch(/^word0 word1 .*\.\.\. \(truncated; recall turn 2 to see it whole\)$/)
    expect(kept[1]?.item.text).toBe('The answer.')
    expect(sumTokens(kept)).toBeLessThanOrEqual(1_000)
    expect(sumTokens(kept)).toBeGreaterThan(900)
  })

  it('never has a hole, whatever the sizes; items by themselves do', () => {
    const sizes = fc.array(
      fc.record({
        user: fc.integer({ min: 1, max: 900 }),
        answer: fc.integer({ min: 0, max: 900 }),
        tools: fc.array(fc.integer({ max: 400, min: 1 }), { maxLength: 3 }),
      }),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    const check = (choose: typeof fitItems) =>
      fc.property(sizes, fc.integer({ min: 60, max: 2_000 }), (given, budget) => {
        const turns = given.map((size, i) =>
          turn(i + 1, words(size.user), size.answer ? words(size.answer) : '', size.tools.map(words)),
        )
        const kept = choose(sized(turns), budget, countTokens)
        return hasNoHoles(turns, kept) && sumTokens(kept) <= budget
      })
    fc.assert(check(fitItems), { numRuns: 60 })
    expect(fc.check(check(skipping), { numRuns: 60 }).failed).toBe(true)
  })

  it('does not part message and answer when the whole prompt is too long', () => {
    const turns = [1, 2, 3].map((number) => turn(number, words(300), words(300)))
    const plan = planPrompt({
      role: { name: 'role', note: 'Role.', items: [] },
      notes: {},
      sections: {
        window: windowItems(turns, 'UTC'),
        task: [
          { item: { attributes: { who: 'user' }, text: words(400) }, keep: 1, order: 0, dropStage: null },
        ],
      },
      tools: [],
      exchanges: [],
      totalTokens: 4_000,
      countTokens,
    })
    const shown = sectionsIn(plan).flatMap(({ name, items }) => (name === 'window' ? items : []))
    expect(shape(shown.map((item) => ({ item, keep: 0, order: 0, dropStage: null })))).toEqual([
      't2 user',
      't2 assistant',
      't3 user',
      't3 assistant',
    ])
  })

  it('has no mark that names what it does not show', () => {
    const item = (id: string, later: string, order: number): Candidate => ({
      ...{ item: { attributes: { id, later }, text: id }, keep: 1, order, dropStage: DROP.recalled },
    })
    const { user } = planPrompt({
      ...{ role: { name: 'role', note: 'You.', items: [] }, notes: {}, tools: [], exchanges: [] },
      ...{ totalTokens: 1_000, countTokens },
      sections: { recalled: [item('b1', 'b2', 0), item('b2', 'c9', 1)] },
    })
    expect(user).toBe('=== recalled ===\n--- id=b1 (later changed: see b2)\n| b1\n--- id=b2\n| b2')
  })
})

describe('what the window has no room for', () => {
  it('stands in the prompt as its summary, the cut turn too', async () => {
    const h = await harness((request) => ({
      text: request.user.includes('=== task ===') && request.user.includes('\ngo on') ? 'Yes.' : words(1_400),
    }))
    for (const name of ['alpha', 'beta', 'gamma'])
      await h.say('c', `Tell me of ${name}.`, { thinking: false })
    const last = await h.say('c', 'go on', { thinking: false })
    const request = h.models.requests.at(-1)
    const numbers = (name: string) => [
      ...new Set(
        (request ? sectionsIn(request) : []).flatMap((section) =>
          section.name === name ? section.items.map((item) => item.attributes.turn) : [],
        ),
      ),
    ]
    expect([numbers('summaries'), numbers('window')]).toEqual([['1', '2', '3'], ['3']])
    expect(last.window).toMatchObject({ turns: [3] })
    await h.close()
  })
})
