import { expect, it } from 'vitest'
import { redact } from '@/lib/heuristics/redact/redact'
import { countsOf, measuresOf } from './score'
import { keySet, plainSet } from './sets'

it('changes no plain number, date or version', () => {
  expect(plainSet().filter((text) => redact(text).text !== text)).toEqual([])
  expect(plainSet()).toHaveLength(200)
})

it('leaves no part of a planted key', () => {
  const left = keySet().filter(({ text, spans: [span] }) => {
    const secret = text.slice(span?.start, span?.end)
    return redact(text).text.includes(secret.slice(-8))
  })
  expect(left).toEqual([])
})

it('counts a place when half of it is covered, in one part or several', () => {
  const labelled = [{ text: 'x'.repeat(20), spans: [{ type: 'phone' as const, start: 0, end: 10 }] }]
  const f1 = (...ends: [number, number][]) => {
    const counts = countsOf(labelled, () => ends.map(([start, end]) => ({ type: 'phone', start, end })))
    return measuresOf(counts.get('phone') ?? { labelled: 0, found: 0, right: 0, caught: 0 }).f1
  }
  expect(f1([0, 5])).toBe(1)
  expect(f1([0, 4])).toBe(0)
  expect(f1([0, 3], [7, 10])).toBe(1)
  expect(f1([8, 20])).toBe(0)
})
