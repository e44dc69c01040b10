import { describe, expect, it } from 'vitest'
import type { ModelUsage, UsagePoint, UsageReport } from '@/lib/shared/usage'
import { noCalls, noPrompts } from '@/lib/shared/usage-maths'
import { formatCost, formatNumber, formatPercent, formatTokens, plural } from '../ui/format'
import type { Format } from '../ui/use-format'
import { headline, pointName, ranTurns } from './usage-words'

const format = {
  tokens: formatTokens,
  cost: formatCost,
  percent: formatPercent,
  number: formatNumber,
  plural,
} as unknown as Format
const dollars = (perMillion: number) => perMillion * 1e6
const model = (over: Partial<ModelUsage>): ModelUsage => ({
  ...noCalls(),
  ...noPrompts(),
  model: 'm',
  calls: 1,
  price: null,
  upkeepCostMicros: 0,
  ...over,
})
const report = (models: ModelUsage[]): UsageReport => {
  const point: UsagePoint = {
    ...noCalls(),
    ...noPrompts(),
    kind: 'turns',
    from: 1,
    to: 1,
    turns: 1,
    turn: null,
    at: '2026-03-01T08:00:00.000Z',
    phases: {},
    sections: {},
  }
  const points = models.map((entry) => ({ ...point, calls: entry.calls, upkeep: entry.upkeep }))
  return {
    conversationId: null,
    title: '',
    turns: points.length,
    size: 1,
    range: null,
    points,
    outside: [],
    phases: [],
    models,
  }
}

describe('the headline', () => {
  it('says what was kept out, the share and about how much it is worth', () => {
    const saved = model({
      actual: 100_000,
      upkeep: 21_000,
      withoutMemory: 2_021_000,
      withoutMessages: 700_000,
      price: { input: dollars(2), cachedInput: dollars(0.2) },
    })
    const { text, notes } = headline(report([saved]), format)
    expect(text).toBe('Memory kept 1.9M tokens out of your prompts (94%), about $3.84.')
    expect(notes).toEqual([
      'Compared are the prompts of the one turn answered here with what they would have been with every earlier turn of their conversation in full.',
      'Measured against messages and answers alone it kept out 579K.',
      'Its own summaries and roll-ups took 21,000 tokens of prompts, taken off already.',
      'Priced at list prices; had the provider read the whole history from its cache, it would have been $0.20.',
    ])
  })

  it('is honest when memory cost more than it saved', () => {
    const { text, notes } = headline(
      report([
        model({
          actual: 1_200,
          withoutMemory: 1_000,
          withoutMessages: 900,
          price: { input: dollars(2), cachedInput: 0 },
        }),
      ]),
      format,
    )
    expect(text).toBe('So far memory has cost 200 tokens more than sending everything would have (20%).')
    expect(notes[1]).toBe('Short conversations are cheaper whole; the curves part as they grow.')
    expect(text).not.toContain('$')
  })

  it('says how much of full history is imported text, and counts no imported turn as answered here', () => {
    const whole = report([
      model({ actual: 100, withoutMemory: 1_000, imported: 700, withoutMessages: 900 }),
      model({ model: 'other' }),
    ])
    const imported: UsagePoint = {
      ...(whole.points[0] as UsagePoint),
      kind: 'imported',
      turns: 500,
      calls: 0,
    }
    const withImport = { ...whole, outside: [imported] }
    expect(ranTurns(withImport)).toBe(2)
    expect(headline(withImport, format).notes[0]).toBe(
      'Compared are the prompts of the 2 turns answered here with what they would have been with every earlier turn of their conversation in full; 700 tokens of that would have been imported turns, which never ran here themselves.',
    )
    const only = { ...withImport, points: [], outside: [{ ...imported, calls: 3, upkeep: 90 }] }
    expect(headline(only, format)).toEqual({
      text: 'No turn has been answered here yet. Memory’s own calls took 90 tokens of prompts.',
      notes: [],
    })
  })

  it('claims nothing when there is nothing', () => {
    expect(headline(report([]), format).text).toBe('No model call has been recorded yet.')
    expect(
      headline(report([model({ actual: 500, withoutMemory: 500, withoutMessages: 500 })]), format).text,
    ).toBe('Memory has saved nothing yet: a first turn has no history to leave out.')
  })

  it('names no amount without a price, and says when only a part has one', () => {
    const free = model({
      actual: 100,
      withoutMemory: 1_000,
      withoutMessages: 1_000,
      price: { input: 0, cachedInput: 0 },
    })
    expect(headline(report([{ ...free, actual: 1 }]), format).text).toBe(
      'Memory kept 999 tokens out of your prompts (over 99%).',
    )
    expect(headline(report([free]), format).text).toBe('Memory kept 900 tokens out of your prompts (90%).')
    const priced = { ...free, price: { input: dollars(10), cachedInput: dollars(1) } }
    expect(headline(report([priced, model({ model: 'unknown' })]), format).notes.at(-1)).toBe(
      'Calls to models without a known price are not in the amount.',
    )
  })

  it('says when a cached history would have been cheaper', () => {
    const tight = model({
      actual: 500,
      withoutMemory: 1_000_000,
      withoutMessages: 1_000_000,
      upkeepCostMicros: 500_000,
      price: { input: dollars(2), cachedInput: dollars(0.2) },
    })
    expect(headline(report([tight]), format).notes.at(-1)).toContain(
      'sending it would have been $0.30 cheaper',
    )
  })
})

describe('the name of a point', () => {
  it('is a turn, a range, or what lies outside', () => {
    const point = { kind: 'turns', from: 41, to: 60, turns: 20 } as const
    expect(pointName(point, false, format)).toBe('Turns 41–60')
    expect(pointName({ ...point, to: 41, turns: 1 }, false, format)).toBe('Turn 41')
    expect(pointName({ ...point, to: 41, turns: 1 }, true, format)).toBe('Turn no. 41')
    expect(pointName({ ...point, kind: 'before', from: 1, to: 40, turns: 40 }, false, format)).toBe(
      'Before: turns 1–40',
    )
    expect(pointName({ ...point, kind: 'branches', turns: 3 }, false, format)).toBe(
      'Other branches (3 turns)',
    )
    expect(pointName({ ...point, kind: 'imported', turns: 500 }, true, format)).toBe('Imported (500 turns)')
  })
})
