import { describe, expect, it } from 'vitest'
import { searchRangeOf, timeRangeOf } from './time-range'

/** A Monday evening in New York; in UTC it is Tuesday. */
const NOW = new Date('2026-11-24T03:30:00Z')
const days = (range: { from: Date; to: Date } | null, zone: string) =>
  range &&
  [range.from, new Date(range.to.getTime() - 1)]
    .map((at) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at))
    .join(' ')
const NEW_YORK = 'America/New_York'
const named = (text: string) => days(timeRangeOf(text, NOW, NEW_YORK), NEW_YORK)

describe('the time that a text names', () => {
  it.each([
    ['today', '2026-11-23 2026-11-23'],
    ['What did I say yesterday?', '2026-11-22 2026-11-22'],
    ['last week', '2026-11-16 2026-11-22'],
    ['last weekend', '2026-11-21 2026-11-22'],
    ['7_to_14_days_ago', '2026-11-09 2026-11-15'],
    ['between 7 and 14 days ago', '2026-11-09 2026-11-15'],
    ['more than 30 days ago', '1969-12-31 2026-10-23'],
    ['my mood between two and four weeks ago', '2026-10-26 2026-11-08'],
    ['3_to_6_months_ago', '2026-05-23 2026-08-22'],
    ['two or three days ago', '2026-11-20 2026-11-21'],
    ['twenty-five days ago', '2026-10-29 2026-10-29'],
    ['last month', '2026-10-01 2026-10-31'],
    ['What did we discuss the month before last?', '2026-09-01 2026-09-30'],
    ['the weekend before last', '2026-11-14 2026-11-15'],
    ['since the week before last', '2026-11-09 2026-11-23'],
    ['vorletzte Woche', '2026-11-09 2026-11-15'],
    ['上上个月', '2026-09-01 2026-09-30'],
    ['three weeks ago', '2026-11-02 2026-11-02'],
    ['a few weeks ago', '2026-10-19 2026-11-09'],
    ['last spring', '2026-03-01 2026-05-31'],
    ['in March', '2026-03-01 2026-03-31'],
    ['since 3 May 2025', '2025-05-03 2026-11-23'],
    ['in December', '2025-12-01 2025-12-31'],
    ['late August', '2026-08-21 2026-08-31'],
    ['Q3 2025', '2025-07-01 2025-09-30'],
    ['2024-01-15', '2024-01-15 2024-01-15'],
    ['from 3 March to 10 April 2026', '2026-03-03 2026-04-10'],
    ['March to May 2025', '2025-03-01 2025-05-31'],
    ['letzte Woche', '2026-11-16 2026-11-22'],
    ['hier', '2026-11-22 2026-11-22'],
    ["Qu'est-ce que j'ai dit hier ?", '2026-11-22 2026-11-22'],
    ['Was habe ich hier gestern gesagt?', '2026-11-22 2026-11-22'],
    ['上周', '2026-11-16 2026-11-22'],
  ])('%s', (text, expected) => {
    expect(named(text)).toBe(expected)
  })

  it.each([
    '',
    '!!!',
    'may I ask a question',
    'the cat sat on the mat',
    'next week',
    'chapter 3',
    '2000 tokens',
    '9999 years ago',
    'Was habe ich hier gesagt?',
  ])('finds none in %j', (text) => {
    expect(named(text)).toBeNull()
  })

  it.each(['Asia/Tokyo', NEW_YORK, 'Africa/Cairo'])(
    'ranges in a row share no day and leave none out in %s',
    (zone) => {
      for (const at of ['2026-11-28T20:51:00Z', '2026-03-08T07:30:00Z', '2026-10-31T22:30:00Z'])
        for (const [unit, sizes] of [
          ['days', [1, 30, 60, 90]],
          ['weeks', [1, 4, 8]],
          ['months', [1, 3, 6]],
        ] as const) {
          const [first = 0, ...rest] = sizes
          const ranges = [
            `last_${first}_${unit}`,
            ...rest.map((most, i) => `${sizes[i]}_to_${most}_${unit}_ago`),
          ].map((text) => timeRangeOf(text, new Date(at), zone))
          for (const [i, range] of ranges.slice(1).entries()) expect(range?.to).toEqual(ranges[i]?.from)
        }
    },
  )

  it('follows the clock of the zone over a change of it', () => {
    const range = timeRangeOf('on 1 November 2026', NOW, NEW_YORK)
    expect(range?.from.toISOString()).toBe('2026-11-01T04:00:00.000Z')
    expect(range?.to.toISOString()).toBe('2026-11-02T05:00:00.000Z')
  })

  it('a search takes the week around "three weeks ago" and the month around "a month ago"', () => {
    const searched = (text: string) => days(searchRangeOf(text, NOW, NEW_YORK), NEW_YORK)
    expect(searched('three weeks ago')).toBe('2026-10-30 2026-11-05')
    expect(searched('a month ago')).toBe('2026-10-08 2026-11-07')
    expect(searched('two days ago')).toBe('2026-11-21 2026-11-21')
  })

  it('reads 100,000 characters at once', () => {
    expect(named(`${'last '.repeat(20_000)}week`)).toBeNull()
  })
})

describe('hours', () => {
  it.each([
    ['last 24 hours', 24],
    ['last_48_hours', 48],
    ['the past 12 hours', 12],
    ['in the last hour', 1],
    ['in the last 30 minutes', 0.5],
    ['the past couple of hours', 3],
  ])('%s end now', (text, hours) => {
    const range = { from: new Date(NOW.getTime() - hours * 3_600_000), to: NOW }
    for (const zone of [NEW_YORK, 'Asia/Tokyo']) {
      expect(timeRangeOf(text, NOW, zone)).toEqual(range)
      expect(searchRangeOf(text, NOW, zone)).toEqual(range)
    }
  })
  it('may be what a time is before', () =>
    expect(timeRangeOf('more than 24 hours ago', NOW, NEW_YORK)).toEqual({
      from: new Date(0),
      to: new Date(NOW.getTime() - 86_400_000),
    }))
})
