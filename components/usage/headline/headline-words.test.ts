import { describe, expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import type { ModelUsage, UsagePoint, UsageReport } from '@/lib/shared/usage/usage'
import { noCalls, noSums } from '@/lib/shared/usage/usage-maths'
import { builtInWords, calculation, costLine, headline, savingWords } from './headline-words'

const format = formatIn('en')
const dollars = (perMillion: number) => perMillion * 1e6
const model = (over: Partial<ModelUsage>): ModelUsage => ({
  ...{ ...noCalls(), ...noSums(), model: 'm', calls: 1, price: null, upkeepCostMicros: 0 },
  ...over,
})
/** A report with one turn for each of the models. */
const report = (models: ModelUsage[], over: Partial<UsageReport> = {}): UsageReport => ({
  points: models.map(
    ({ model: _, price: __, upkeepCostMicros: ___, ...sums }, i): UsagePoint => ({
      ...sums,
      ...{ from: i + 1, to: i + 1, turns: 1, numbers: { from: i + 1, to: i + 1 }, again: false, turn: null },
      ...{ at: '2026-03-01T08:00:00.000Z', sections: {} },
    }),
  ),
  ...{ models, conversationId: null, title: '', isSample: false, oneConversation: true, size: 1 },
  ...{ period: null, builtIn: 0, proof: null, sections: {}, phases: [], depths: [], windows: [] },
  savings: null,
  ...over,
})
const gains = (all: number[], over: Partial<UsageReport> = {}) =>
  report(
    all.map((gain) => model({ prompts: 1_000, plainChat: 1_000 + gain })),
    over,
  )

describe('the headline', () => {
  it('says what was saved against plain chat, and its share', () => {
    const saved = model({ prompts: 50_000, answers: 10_000, upkeep: 21_000, plainChat: 710_000 })
    expect(headline(report([saved]), format)).toBe('Memory saved 629K tokens (89%).')
  })

  it('is true at a glance when memory cost more', () => {
    const more = report([model({ prompts: 1_200, answers: 100, plainChat: 1_000 })])
    expect(headline(more, format)).toBe(
      'Memory used 300 tokens more than it saved: 30% more than without it.',
    )
    const part = { ...more, period: { since: '2026-03-01', until: '2026-03-08' } }
    expect(headline(part, format)).toMatch(/^In this period, memory used 300 tokens more/)
  })

  it('says so when the turns are the sample’s', () => {
    const sample = gains([600], { isSample: true })
    expect(headline(sample, format)).toBe('In the sample, memory saved 600 tokens (38%).')
    expect(builtInWords(sample)).toBeNull()
    expect(builtInWords({ ...sample, builtIn: 3 })).toContain('built-in engine')
    expect(builtInWords({ ...sample, isSample: false, builtIn: 3 })).toBeNull()
  })

  it('names the turn at which the curves of the chart cross, and none where they do not', () => {
    const crossed = [-100, -50, 80, 90]
    expect(headline(gains(crossed), format)).toBe(
      'Memory saved 20 tokens (0%), ahead in total since message 4.',
    )
    expect(headline(gains(crossed, { oneConversation: false }), format)).toMatch(
      /, ahead in total since the 4th message\.$/,
    )
    const period = { since: '2026-03-01', until: '2026-03-08' }
    for (const one of [gains([10, 10]), gains(crossed, { period })])
      expect(headline(one, format)).toMatch(/tokens \(\d%\)\.$/)
    expect(headline(gains([-100, 50]), format)).not.toContain('ahead')
  })

  it('claims nothing when there is nothing, and never everything', () => {
    const own = report([model({ upkeep: 90 })], { points: [] })
    expect(headline(own, format)).toBe(
      'No message was answered by a model yet. Memory’s own calls used 90 tokens.',
    )
    const period = { since: '2026-03-01', until: '2026-03-08' }
    expect(headline({ ...own, period }, format)).toMatch(
      /^No message was answered by a model in this period\./,
    )
    expect(headline(gains([0]), format)).toBe('Memory saved no tokens.')
    expect(headline(report([model({ prompts: 1, plainChat: 1_000 })]), format)).toBe(
      'Memory saved 999 tokens (over 99%).',
    )
  })
})

describe('the cost', () => {
  const priced = model({
    ...{ prompts: 1e6, plainChat: 3e6, inputTokens: 1e6, costMicros: 2e6 },
    price: { input: dollars(2), cachedInput: dollars(0.2) },
  })

  it('is what was paid, next to plain chat at the same prices', () => {
    expect(costLine(report([priced]), format)).toBe(
      'You paid $2.00; without memory it would have been about $6.00.',
    )
  })

  it('names the cached price where the provider reported cached tokens, even if plain chat is cheaper', () => {
    const cached = { ...priced, cachedTokens: 5e5, costMicros: 1.1e6 }
    expect(costLine(report([cached]), format)).toBe(
      'You paid $1.10; without memory it would have been about $6.00, or about $0.60 with all earlier messages cached.',
    )
  })

  it('shows small sums, and never calls a priced call free', () => {
    const small = { ...priced, costMicros: 310, prompts: 1_000, plainChat: 2_000, inputTokens: 1_000 }
    expect(costLine(report([small]), format)).toBe(
      'You paid $0.00031; without memory it would have been about $0.0023.',
    )
    const nothing = { ...priced, costMicros: 0, prompts: 0, plainChat: 0, inputTokens: 0 }
    expect(costLine(report([nothing]), format)).not.toContain('free')
  })

  it('is not guessed without a price', () => {
    const unknown = model({ model: 'atlas-large', calls: 218, unpricedCalls: 218 })
    expect(costLine(report([unknown]), format)).toBeNull()
    expect(costLine(report([priced, unknown]), format)).toMatch(
      / Calls without a known price are not included\.$/,
    )
    expect(calculation(report([unknown]), format).at(-1)).toBe(
      'The cost does not include 218 calls of atlas-large, whose price is not known.',
    )
  })
})

it('one turn shows what it used, and what plain chat would have used', () => {
  const proof = {
    turn: { id: 't', conversationId: 'c', number: 40 },
    title: '',
    withMemory: 4_772,
    plainChat: 21_300,
  }
  expect(savingWords(proof, format)).toBe('used 4,772 tokens; without memory, 21,300.')
})

it('turns of the built-in engine are named, and counted nowhere', () => {
  expect(calculation(gains([5], { builtIn: 12 }), format).at(-1)).toBe(
    'Not counted: 12 messages of the built-in engine.',
  )
})

describe('the calculation', () => {
  it('says with how many tokens each of memory’s own calls is in it, the largest first', () => {
    const phase = (name: string, estInputTokens: number, estOutputTokens: number) => ({
      ...{ ...noCalls(), phase: name, estInputTokens, estOutputTokens },
    })
    const phases = [phase('act', 9_000, 100), phase('summarise', 20, 5), phase('facts', 300, 99)]
    const [first] = calculation(gains([100], { phases }), format)
    expect(first).toContain('they used 0 tokens (Facts 399, Summary 25).')
  })

  it('says what of plain chat is imported text', () => {
    const [, plain] = calculation(report([model({ prompts: 100, plainChat: 1_000, imported: 700 })]), format)
    expect(plain).toContain('Imported messages account for 700 of these tokens.')
  })

  it('says which count is Mneme’s, and what providers reported', () => {
    const counts = (inputTokens: number, estimatedTokens: number) =>
      calculation(report([model({ inputTokens, outputTokens: 100, estimatedTokens })]), format).at(-1)
    expect(counts(900, 0)).toContain('Providers reported 1,000 tokens for the same calls')
    expect(counts(900, 80)).toContain('Providers reported 920 tokens for some of the calls')
    expect(counts(900, 1_000)).toContain('No provider reported its own counts.')
  })
})
