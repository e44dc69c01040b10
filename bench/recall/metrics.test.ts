import { describe, expect, it } from 'vitest'
import { rowsOf, score } from './metrics'

const question = { question: '?', category: '1', evidence: ['a', 'b'] }
const sessions = new Map([
  ['a', 0],
  ['b', 1],
  ['x', 2],
])

describe('the metrics of the recall bench', () => {
  it('match the test vector in the docstring', () => {
    const figures = score(['x', 'a'], question, sessions)
    expect(figures).toMatchObject({ r1: 0, r5: 0.5, r10: 0.5, mrr: 0.5, session1: 0 })
    expect(figures.ndcg10).toBeCloseTo(0.3869, 4)
    expect(score(['a', 'b'], question, sessions)).toMatchObject({
      r1: 0.5,
      r5: 1,
      ndcg10: 1,
      mrr: 1,
      session1: 1,
    })
    expect(score([], question, sessions)).toMatchObject({ r20: 0, ndcg10: 0, mrr: 0, session1: 0 })
  })
  it('count a repeated hit once', () => expect(score(['a', 'a'], question, sessions).r5).toBe(0.5))
  it('exclude categories that are not recall from `all`', () => {
    const one = (category: string) => ({
      ...score(['a', 'b'], { ...question, category }, sessions),
      conversation: 0,
      ms: 1,
    })
    const rows = rowsOf('set', 'mneme', [one('1'), one('5'), one('summarization')])
    expect(rows.map((row) => [row.category, row.n])).toEqual([
      ['all', 1],
      ['1', 1],
      ['5', 1],
      ['summarization', 1],
    ])
  })
})
