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

it('adds the values before and after a fact that are on no level with it, each once', () => {
  const was = testNode('fact', 'was')
  const is = testNode('fact', 'is')
  const next = testNode('fact', 'next')
  const map = testMap(4, { nodes: [is, was], edges: [testEdge('supersedes', 'fact:is', 'fact:was')] })
  const related = relatedTo('fact:is', { map, nodes: new Map(map.nodes.map((node) => [node.id, node])) }, [
    { edge: testEdge('supersedes', 'fact:is', 'fact:was'), node: was },
    { edge: testEdge('supersedes', 'fact:next', 'fact:is'), node: next },
  ])
  expect(related.map(({ heading, node }) => [heading, node.id])).toEqual([
    ['Replaced', 'fact:was'],
    ['Replaced by', 'fact:next'],
  ])
})
