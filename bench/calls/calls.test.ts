import { expect, it } from 'vitest'
import { withQuestions } from './asked'
import { depthRows, groundRows, kindRows, measure } from './measure'
import { missingMessages, mixedHundred } from './mixed'
import { PLANTED } from './planted'

const system = Array.from({ length: 900 }, (_, i) => `rule${i % 7}`).join(' ')
const body = (user: string, form?: string) => ({
  model: 'test',
  ...(form ? { response_format: { type: 'json_schema', json_schema: { name: form } } } : {}),
  messages: [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ],
})
const HOUR = 3_600_000
const measured = measure([
  {
    at: 0,
    depth: 'complex',
    foreground: [body('one', 'complexity'), body('one'), body('one')],
    background: [body('one', 'facts')],
  },
  { at: 2 * HOUR, depth: 'simple', foreground: [body('two')], background: [] },
])

it('counts calls before and after the end of a turn apart', () => {
  const [foreground, background, both] = groundRows('test', measured)
  expect([foreground?.calls, background?.calls, both?.calls]).toEqual([2, 0.5, 2.5])
  expect(Number(foreground?.['input tokens']) + Number(background?.['input tokens'])).toBe(
    both?.['input tokens'],
  )
  // The second answering call of the first turn, and after two hours the call of the second.
  expect(background?.['cached tokens']).toBe(0)
  expect(foreground?.weighted).toBeLessThan(Number(foreground?.['weighted, 1 hour']))
  expect(foreground?.['weighted, 1 hour']).toBe(foreground?.['weighted, 5 minutes'])
})

it('names calls by what they ask for, and turns by their depth', () => {
  expect(
    kindRows('test', measured).map(({ ground, kind, ...row }) => [ground, kind, row['calls a turn']]),
  ).toEqual([
    ['foreground', 'answering', 1.5],
    ['foreground', 'complexity', 0.5],
    ['background', 'facts', 0.5],
  ])
  expect(
    depthRows('test', measured).map((row) => [row.depth, row['% of turns'], row['foreground calls']]),
  ).toEqual([
    ['simple', 50, 1],
    ['complex', 50, 3],
  ])
})

it('the mixed hundred is the same each time, and asks for a fact after it is told', () => {
  const { turns } = mixedHundred()
  expect(mixedHundred().turns).toEqual(turns)
  expect(turns).toHaveLength(100 - missingMessages())
  expect(new Set(turns.map(({ conversation }) => conversation)).size).toBe(5)
  const times = turns.map(({ at }) => Date.parse(at))
  expect(times.toSorted((a, b) => a - b)).toEqual(times)
  const texts = turns.map(({ user }) => user)
  for (const { statement, question, fact } of PLANTED) {
    expect(texts.indexOf(statement)).toBeGreaterThanOrEqual(0)
    expect(texts.indexOf(question)).toBeGreaterThan(texts.indexOf(statement))
    expect(statement).toContain(fact.object)
    expect(question).not.toContain(fact.object)
    expect(turns.filter(({ user, answer }) => `${user} ${answer}`.includes(fact.object))).toHaveLength(1)
  }
  const deep = turns.filter(({ depth }) => depth === 'complex' || depth === 'deep')
  expect(deep.length).toBe(missingMessages() ? 5 : 10)
})

it('asks the questions of a month as messages of their own after it', () => {
  const at = '2026-11-28T20:00:00Z'
  const question = { conversation: 'new', at, ask: 'Where?', needs: [['Graz', 'Styria'], ['May']] }
  const told = { conversation: 'home', at, user: 'I moved to Graz in May.', answer: 'Nice.', facts: [] }
  const questions = [question, { ...question, conversation: 'home', needs: [] }].map((one) => ({
    ...one,
    outdated: [],
  }))
  const asked = withQuestions({ person: 'p', timeZone: 'UTC', sealed: false, turns: [told], questions })
  expect(asked.turns.map(({ conversation }) => conversation)).toEqual(['home', 'new-0', 'home'])
  expect(asked.turns[1]?.answer).toMatch(/Graz, May/)
  expect(Date.parse(asked.turns[2]?.at ?? '') - Date.parse(at)).toBe(120_000)
})
