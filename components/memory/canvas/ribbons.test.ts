import { describe, expect, it } from 'vitest'
import { testEdge, testGraph } from '../testing-graph'
import { ribbonsOf } from './ribbons'

const graph = testGraph({ c1: 4, c2: 4 })
graph.edges.push(
  testEdge('recalled', 'turn:b_c2_1', 'turn:b_c1_1', 0.4),
  { ...testEdge('recalled', 'turn:b_c2_3', 'turn:b_c1_2', 0.9), count: 3 },
  testEdge('recalled', 'turn:b_c1_4', 'turn:b_c1_1', 0.7),
  testEdge('recalled', 'turn:b_c1_4', 'turn:b_c2_2', 0.7),
)

describe('ribbons', () => {
  it('bundle recalls of one conversation by another, with their number; others stay links', () => {
    expect(ribbonsOf(graph)).toEqual([
      {
        ...{ id: 'ribbon c2 c1', from: 'turn:b_c2_3', to: 'turn:b_c1_2', count: 4 },
        edges: ['recalled turn:b_c2_1 turn:b_c1_1', 'recalled turn:b_c2_3 turn:b_c1_2'],
      },
    ])
  })
})
