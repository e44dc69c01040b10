import { expect, it } from 'vitest'
import type { MessageHit } from '../index/load/data'
import { fuse } from './recall'

const hit = (turnId: string, score: number) =>
  ({ turnId, part: 'user', start: 0, score, parts: { boat: score } }) as unknown as MessageHit
const list = (share: number, ...hits: [id: string, score: number][]) => ({
  share,
  hits: hits.map(([id, score]) => hit(id, score)),
})
const ids = (lists: ReturnType<typeof list>[]) => fuse(lists).map(({ turnId }) => turnId)

it('keeps the order of a single list', () => {
  expect(ids([list(1, ['a', 0.2], ['b', 0.9], ['c', 0.1])])).toEqual(['a', 'b', 'c'])
})

it('lifts what several lists have, and what only a later list has stands below', () => {
  // 1/62 + 0.5/61 = 0.0243 > 1/61 = 0.0164 > 0.5/62 = 0.0081
  expect(ids([list(1, ['a', 0.5], ['b', 0.5]), list(1, ['b', 0.9], ['c', 0.9])])).toEqual(['b', 'a', 'c'])
})

it('counts a list of few telling words little: its hits stay below, their scores are a share', () => {
  const found = fuse([list(1, ['a', 0.4], ['b', 0.3]), list(0.1, ['b', 1], ['c', 1])])
  expect(found.map(({ turnId, score }) => [turnId, score])).toEqual([
    ['a', 0.4],
    ['b', 0.3],
    ['c', 0.1],
  ])
})

it('shows the best score with its parts', () => {
  const [best] = fuse([list(1, ['a', 0.05]), list(1, ['a', 0.95])])
  expect([best?.score, best?.parts]).toEqual([0.95, { boat: 0.95 }])
})
