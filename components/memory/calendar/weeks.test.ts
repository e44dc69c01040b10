import { describe, expect, it } from 'vitest'
import { type Calendar, weekAt } from '@/lib/shared/memory/calendar'
import { testIslands, testMap, testNode } from '../testing-graph'
import { countInPeriod, monthsOf, weeksOf } from './weeks'

const week = (day: string) => weekAt(Date.parse(`${day}T12:00Z`))
const [march, may] = [week('2026-03-02'), week('2026-05-06')]
const calendar: Calendar = {
  topics: ['t0', 't1'],
  conversations: ['a', 'b'],
  rows: [
    [march, 0, 0, 3],
    [march, -1, 1, 2],
    [may, 1, 1, 4],
    [may, 0, 1, 1],
  ],
}

describe('a period', () => {
  it('counts the turns of each island then; a conversation that is an island counts its own', () => {
    const map = testIslands([9, 9])
    const then = (from: number, to: number) => Object.fromEntries(countInPeriod(map, calendar, { from, to }))
    expect(then(march, march)).toEqual({ 'topic:t0': 3, 'topic:other': 2 })
    expect(then(march, may)).toEqual({ 'topic:t0': 4, 'topic:t1': 4, 'topic:other': 2 })
    map.nodes.push(testNode('conversation', 'b', { conversationId: 'b' }))
    expect(then(march, may)).toEqual({ 'topic:t0': 3, 'conversation:b': 7 })
  })

  it('counts in an opened topic what is about it', () => {
    const map = testMap(2, { nodes: [testNode('conversation', 'b')] }, [
      { kind: 'topic', id: 't1', label: '' },
    ])
    expect(countInPeriod(map, calendar, { from: march, to: may }).get('conversation:b')).toBe(4)
  })
})

describe('the strip', () => {
  it('has a bar for each week from the first to the last, and a mark where a month begins', () => {
    const { first, turns } = weeksOf(calendar)
    expect([first, turns.length, turns[0], turns[1], turns.at(-1)]).toEqual([march, may - march + 1, 5, 0, 5])
    expect(monthsOf(first, turns.length).map(({ date }) => date.toISOString().slice(0, 10))).toEqual([
      '2026-04-06',
      '2026-05-04',
    ])
    expect(weeksOf({ topics: [], conversations: [], rows: [] }).turns).toEqual([])
  })
})
