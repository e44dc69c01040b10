import { describe, expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import type { ModelUsage, UsagePoint, UsageReport } from '@/lib/shared/usage/usage'
import { noCalls, noSums, savedCost } from '@/lib/shared/usage/usage-maths'
import { memoryTable } from '../charts/tables'
import { branchNote, ranTurns, turnsWords } from '../usage-words'
import { headline, outsideNote, unpricedNotes } from './headline-words'

const format = formatIn('en')
const dollars = (perMillion: number) => perMillion * 1e6
const model = (over: Partial<ModelUsage>): ModelUsage => ({
  ...noCalls(),
  ...noSums(),
  model: 'm',
  calls: 1,
  price: null,
  upkeepCostMicros: 0,
  ...over,
})
const report = (models: ModelUsage[], conversationId: string | null = null): UsageReport => {
  const points = models.map(
    ({ model: _, price: __, upkeepCostMicros: ___, ...sums }, i): UsagePoint => ({
      ...sums,
      kind: 'turns',
      from: i + 1,
      to: i + 1,
      turns: 1,
      numbers: { from: i + 1, to: i + 1 },
      again: false,
      turn: null,
      at: '2026-03-01T08:00:00.000Z',
      phases: {},
      sections: {},
    }),
  )
  const rest = {
    title: '',
    turns: points.length,
    size: 1,
    versions: 0,
    oneConversation: true,
    range: null,
    period: null,
    outside: [],
    phases: [],
    depths: [],
    windows: [],
    savings: null,
  }
  return { ...rest, conversationId, points, models }
}

describe('the headline', () => {
  const saved = model({
    prompts: 100_000,
    answers: 10_000,
    upkeep: 21_000,
    plainChat: 710_000,
    fullContexts: 2_031_000,
    price: { input: dollars(2), cachedInput: dollars(0.2) },
  })

  it('says what was saved against plain chat, its share and value, then against full contexts', () => {
    const cheap = { ...saved, prompts: 50_000 }
    const { text, second, how } = headline(report([cheap]), format)
    expect(text).toBe('Memory saved 629K tokens compared with plain chat (89%), about $1.30.')
    expect(second).toBe(
      'Compared with full contexts (every earlier turn whole, with its tool results and files): 2M tokens saved (96%).',
    )
    expect(how[0]).toContain(
      'With memory (81,000 tokens) counts the prompt and answer of every recorded call',
    )
    expect(how[0]).toContain('they used 21,000 tokens')
    expect(how[1]).toContain('Plain chat (710K) assumes the same thinking and answering calls.')
    expect(how[2]).toContain('Recall and search results are never counted as history.')
    expect(how.at(-1)).toContain('from its cache, it would have been $0.04.')
  })

  it('equals the sums of the tables, outside rows included', () => {
    const whole = report([
      { ...saved, prompts: 50_000 },
      model({ prompts: 900, answers: 40, plainChat: 700 }),
    ])
    const branch: UsagePoint = { ...(whole.points[0] as UsagePoint), kind: 'branches', upkeep: 5 }
    const all = { ...whole, outside: [branch] }
    const { columns, total } = memoryTable(all)
    const cell = (name: string) => Number(total[columns.indexOf(name)])
    const share = (name: string) => {
      const tokens = cell(name) - cell('With memory')
      return [format.tokens(tokens), format.percent(tokens / cell(name))]
    }
    const { text, second } = headline(all, format)
    const [tokens, percent] = share('Plain chat')
    expect(text).toContain(`saved ${tokens} tokens compared with plain chat (${percent})`)
    const [more, ofMore] = share('Full contexts')
    expect(second).toBe(
      `Compared with full contexts (every earlier turn whole, with its tool results and files): ${more} tokens saved (${ofMore}).`,
    )
  })

  it('names no amount that a provider’s cache would have saved too', () => {
    const { text, how } = headline(report([saved]), format)
    expect(text).toBe('Memory saved 579K tokens compared with plain chat (82%).')
    expect(how.at(-1)).toBe(
      'At list prices, the saving compared with plain chat is worth $1.20; if the provider had read all of plain chat’s prompts from its cache, plain chat would have been $0.06 cheaper.',
    )
  })

  it('is honest when memory cost more, and names no turn from which it pays', () => {
    const more = model({ prompts: 1_200, answers: 100, plainChat: 1_000, fullContexts: 900 })
    const { text, second } = headline(report([more]), format)
    expect(text).toBe(
      'Not yet: 300 tokens more than plain chat so far; memory pays off in longer conversations, and sooner with long answers.',
    )
    expect(second).toBe(
      'Compared with full contexts (every earlier turn whole, with its tool results and files): 400 tokens more.',
    )
    expect(headline(report([more], 'c'), format).text).toBe(
      'Not yet: 300 tokens more than plain chat so far; memory pays off in longer conversations, and sooner with long answers.',
    )
  })

  it('leaves out the sample once there are other conversations, and says what they come to with it', () => {
    const one = { calls: 1, costMicros: 0, unpricedCalls: 0, title: '' }
    const sample = { ...one, id: 's', plainChat: 1_000, withMemory: 400, saved: 600 }
    const own = { ...one, id: 'c', plainChat: 500, withMemory: 700, saved: -200 }
    const others = { ...one, plainChat: 0, withMemory: 0, saved: 0 }
    const both = report([model({ prompts: 400, plainChat: 1_000 }), model({ prompts: 700, plainChat: 500 })])
    const savings = { conversations: [sample, own], others, left: 0, sampleId: 's' }
    expect(headline({ ...both, savings }, format)).toMatchObject({
      text: `Without the sample, memory has used 200 tokens more than plain chat so far; memory pays off in longer conversations, and sooner with long answers.`,
      second: expect.stringMatching(/^Everything below includes the sample: 400 tokens saved \(27%\)\./),
    })
    const swapped = { ...both, points: both.points.toReversed(), oneConversation: false }
    expect(headline({ ...swapped, savings }, format).second).toMatch(
      / 400 tokens saved \(27%\), ahead since the /,
    )
    const price = { input: dollars(2_000), cachedInput: dollars(200) }
    const won = { ...both, models: both.models.map((one) => ({ ...one, prompts: 1, price })) }
    expect(savedCost(won.models).cachedMicros).toBeGreaterThan(0)
    const ahead = { ...own, withMemory: 100, saved: 400 }
    const of = { ...savings, conversations: [{ ...sample, saved: 0 }, ahead] }
    expect(headline({ ...won, savings: of }, format).text).not.toContain('$')
    const alone = report([model({ prompts: 400, plainChat: 1_000 })])
    expect(headline({ ...alone, savings: { ...savings, conversations: [sample] } }, format).text).toBe(
      'In the sample, memory saved 600 tokens compared with plain chat (60%).',
    )
  })

  const gains = (all: number[], over: Partial<UsageReport> = {}) => ({
    ...report(all.map((gain) => model({ prompts: 1_000, plainChat: 1_000 + gain }))),
    ...over,
  })
  const behind = 'memory pays off in longer conversations, and sooner with long answers.'

  it('names the turn at which the curves of the chart cross, and none where they do not', () => {
    const crossed = [-100, -50, 80, 90]
    expect(headline(gains(crossed), format).text).toBe(
      'Memory saved 20 tokens compared with plain chat (0%), ahead since turn 4.',
    )
    for (const apart of [crossed.slice(0, 3), [-100, -90, -80, -70, -60]])
      expect(headline(gains(apart), format).text).toMatch(new RegExp(`so far; ${behind}$`))
    expect(headline(gains([10, 10]), format).text).toBe(
      'Memory saved 20 tokens compared with plain chat (1%).',
    )
  })

  it('counts places where the chart does, and takes the conversation’s own number where it has one', () => {
    const several = gains([-100, -50, 80, 90], { oneConversation: false })
    expect(headline(several, format).text).toMatch(/, ahead since the 4th turn\.$/)
    const own = gains([-100, -50, 80, 90])
    for (const point of own.points) point.numbers = { from: point.from - 1, to: point.to - 1 }
    expect(headline(own, format).text).toMatch(/, ahead since turn 3\.$/)
    const part = { ...own, period: { since: '2026-03-01', until: '2026-03-08' } }
    expect(headline(part, format).text).toMatch(/plain chat \(0%\)\.$/)
  })

  it('says so where only other branches make memory cost more than the chart shows', () => {
    const crossed = gains([-100, 150])
    const branch: UsagePoint = { ...(crossed.points[0] as UsagePoint), kind: 'branches' }
    expect(headline({ ...crossed, outside: [branch] }, format).text).toBe(
      'Not yet: 50 tokens more than plain chat so far; counting only the turns in the chart, memory has been ahead since turn 2.',
    )
  })

  it('says with how many tokens each of memory’s own calls is in it, the largest first', () => {
    const phase = (name: string, estInputTokens: number, estOutputTokens: number) => ({
      ...{ ...noCalls(), phase: name, estInputTokens, estOutputTokens },
    })
    const phases = [
      phase('act', 9_000, 100),
      phase('summarise', 20, 5),
      phase('facts', 300, 99),
      phase('judge', 200, 0),
    ]
    const { how } = headline({ ...gains([100]), phases }, format)
    expect(how[0]).toMatch(/they used 0 tokens \(Facts 399, Verdict 200, Summary 25\)\.$/)
    expect(how[0]).not.toContain('Answer')
  })

  it('counts no imported turn as answered here, and says what of plain chat is imported text', () => {
    const whole = report([
      model({ prompts: 100, plainChat: 1_000, imported: 700 }),
      model({ model: 'other' }),
    ])
    const imported: UsagePoint = {
      ...(whole.points[0] as UsagePoint),
      ...noCalls(),
      ...noSums(),
      kind: 'imported',
      turns: 500,
    }
    const withImport = { ...whole, outside: [imported] }
    expect(ranTurns(withImport)).toBe(2)
    expect(headline(withImport, format).how[1]).toContain('Imported turns account for 700 of these tokens.')
    const only = { ...withImport, points: [], outside: [{ ...imported, calls: 3, upkeep: 90 }] }
    expect(headline(only, format)).toEqual({
      text: 'No turns answered here yet. Memory’s own calls used 90 tokens.',
      second: null,
      how: [],
    })
  })

  it('claims nothing when there is nothing', () => {
    expect(headline(report([]), format).text).toBe('No model calls recorded yet.')
    const same = model({ prompts: 500, plainChat: 500, fullContexts: 500 })
    expect(headline(report([same]), format)).toMatchObject({
      text: 'No difference from plain chat yet: the first turn has no history to leave out.',
      second: null,
    })
  })

  it('names no amount without a price, says when only a part has one, and never claims all', () => {
    const free = model({ prompts: 1, plainChat: 1_000, price: { input: 0, cachedInput: 0 } })
    expect(headline(report([free]), format).text).toBe(
      'Memory saved 999 tokens compared with plain chat (over 99%).',
    )
    const priced = { ...free, price: { input: dollars(10), cachedInput: dollars(1) } }
    const { how } = headline(report([priced, model({ model: 'unknown' })]), format)
    expect(how.at(-1)).toContain('Calls without a known price are not included.')
  })
})

describe('the ledger’s sums', () => {
  const outside = (kind: UsagePoint['kind'], turns: number, calls: number): UsagePoint => {
    const [point] = report([model({})]).points as [UsagePoint]
    return { ...point, kind, turns, calls }
  }

  it('say which turns are on other branches', () => {
    const one = report([model({}), model({})])
    expect(turnsWords(one, format)).toBe('2 turns')
    expect(turnsWords({ ...one, outside: [outside('branches', 1, 3)] }, format)).toBe(
      '3 turns, 1 of them on another branch',
    )
    expect(turnsWords({ ...one, versions: 2 }, format)).toBe('2 turns, 2 of them on other branches')
    expect(branchNote(one, format)).toBe('')
    expect(branchNote({ ...one, versions: 2 }, format)).toBe('Counted here too: 2 turns on other branches.')
  })

  it('say which count is Mneme’s, and what providers reported', () => {
    const counts = (inputTokens: number, estimatedTokens: number) =>
      headline(report([model({ inputTokens, outputTokens: 100, estimatedTokens })]), format).how.find((one) =>
        one.includes('tokenizer.'),
      )
    expect(counts(900, 0)).toBe(
      'All three are counted by Mneme’s tokenizer. Providers reported 1,000 tokens for the same calls, counted by their own tokenizers. These counts are under “Cost and tokens” and determine the cost.',
    )
    expect(counts(900, 80)).toContain('Providers reported 920 tokens for some of the calls')
    expect(counts(900, 1_000)).toContain('No provider reported its own counts.')
  })

  it('name the models without a price', () => {
    const models = [model({ model: 'atlas-large', unpricedCalls: 218 }), model({ model: 'free' })]
    expect(unpricedNotes(report(models), format)).toEqual([
      'No price is set for atlas-large, so the cost does not include its 218 calls.',
    ])
  })

  it('never claim that the person started what memory does by itself', () => {
    expect(outsideNote(outside('upkeep', 0, 7), format)).toEqual([
      '7 calls outside any turn, such as naming topics and merging strategies, counted in the totals and tables but not in the charts.',
    ])
  })
})
