import { expect, it } from 'vitest'
import { testEdge, testMap, testNode } from '../testing-graph'
import { relatedTo } from './details-related'

it('lists what a node is linked to in either direction, recalls first and the strongest before others', () => {
  const nodes = [1, 2, 3].map((number) => testNode('turn', String(number), { turnNumber: number }))
  const fact = testNode('fact', 'f')
  const map = testMap(4, {
    nodes: [...nodes, fact],
    edges: [
      testEdge('next', 'turn:2', 'turn:3'),
      testEdge('states', 'turn:2', 'fact:f'),
      testEdge('recalled', 'turn:2', 'turn:1', 0.4),
      testEdge('recalled', 'turn:3', 'turn:2', 0.9),
      testEdge('recalled', 'turn:2', 'turn:missing', 1),
      testEdge('recalled', 'turn:3', 'turn:1', 1),
    ],
  })
  const related = relatedTo('turn:2', { map, nodes: new Map(map.nodes.map((node) => [node.id, node])) })
  expect(related.map(({ heading, node }) => [heading, node.id])).toEqual([
    ['Recalled by', 'turn:3'],
    ['Recalled', 'turn:1'],
    ['States', 'fact:f'],
    ['Next', 'turn:3'],
  ])
})
