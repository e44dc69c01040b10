import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askedDates, dateFit, dateSpans } from './question'

describe('dates in a question', () => {
  it.each([
    ['on 7 July, 2023', { year: 2023, month: 6, day: 7 }],
    ['the 3rd of March 2024', { year: 2024, month: 2, day: 3 }],
    ['July 4th', { year: null, month: 6, day: 4 }],
    ['in June 2023', { year: 2023, month: 5, day: null }],
    ['during May', { year: null, month: 4, day: null }],
    ['on 2024-02-29', { year: 2024, month: 1, day: 29 }],
    ['in 2024-02-29', { year: 2024, month: 1, day: 29 }],
    ['a race in 2023', { year: 2023, month: null, day: null }],
  ])('%s', (text, date) => expect(askedDates(text)).toEqual([date]))
  it.each(['may I ask', 'it may rain', 'march on', '42 jumps', 'Cyberpunk 2077', ''])(
    'none in "%s"',
    (text) => expect(askedDates(text)).toEqual([]),
  )
})

describe('how well a moment fits', () => {
  const at = (text: string) => Date.parse(`${text}T12:00:00Z`)
  const asked = askedDates('on 7 July 2023')
  it('is 1 on the day, fades behind it, and faster before it', () => {
    expect(dateFit(asked, at('2023-07-07'))).toBe(1)
    expect(dateFit(asked, at('2023-07-12'))).toBeGreaterThan(dateFit(asked, at('2023-07-20')))
    expect(dateFit(asked, at('2023-07-12'))).toBeGreaterThan(dateFit(asked, at('2023-07-02')))
    expect(dateFit(asked, at('2022-07-07'))).toBeLessThan(0.01)
  })
  it('takes any year when none is named', () =>
    expect(dateFit(askedDates('in July'), at('2019-07-20'))).toBe(1))
  it('is good only within the spans of its years', () => {
    const texts = ['on 7 July 2023', 'in June', 'December 2022', 'on 1 January', 'in 2023']
    const moment = fc.integer({ min: at('2022-01-01'), max: at('2024-12-30') })
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        moment,
        fc.double({ min: 0.5, max: 0.99, noNaN: true }),
        (text, now, fit) => {
          const dates = askedDates(text)
          const inside = dateSpans(dates, fit, [2021, 2024]).some(([from, to]) => from <= now && now <= to)
          expect(inside || dateFit(dates, now) < fit + 1e-9).toBe(true)
        },
      ),
    )
  })
})
