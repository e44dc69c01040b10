import { describe, expect, it } from 'vitest'
import { countKinds } from '@/components/memory/canvas/elements'
import { shownOf } from '@/components/memory/shown'
import { testEdge, testGraph, testNode, timePicture } from '@/components/memory/testing-graph'
import { grownUntil, growthOf, turnsUntil } from './growth'

const graph = testGraph({ c1: 6 })
graph.edges.push(testEdge('recalled', 'turn:b_c1_5', 'turn:b_c1_2', 0.9))
graph.nodes.push(
  testNode('file', 'c1:plan.md', { label: 'plan.md', turnNumber: 6, from: 3, to: 6 }),
  testNode('roll-up', 'r1', { from: 1, to: 4, turnNumber: 4, level: 1, branchId: 'b_c1' }),
)
graph.edges.push(
  testEdge('touched', 'turn:b_c1_3', 'file:c1:plan.md'),
  testEdge('touched', 'turn:b_c1_6', 'file:c1:plan.md'),
)
graph.nodes.push(
  testNode('fact', 'f1', { turnId: 'b_c1_4', turnNumber: 4 }),
  testNode('fact', 'f2', { turnId: 'b_c1_6', turnNumber: 6 }),
  testNode('entity', 'cat', { turnNumber: 6, from: 4, to: 6 }),
)
graph.edges.push(
  testEdge('about', 'fact:f2', 'entity:cat'),
  testEdge('about', 'fact:f1', 'entity:cat'),
  testEdge('supersedes', 'fact:f2', 'fact:f1'),
)
const growth = growthOf(graph)

describe('the replay', () => {
  it('counts what there was at a step, as the picture shows it', () => {
    const counts = countKinds(timePicture(grownUntil(graph, growth, 3)))
    const all = countKinds(timePicture(graph))
    expect([counts.get('turn')?.all, all.get('turn')?.all]).toEqual([4, 6])
    expect([counts.get('fact')?.all, all.get('fact')?.all]).toEqual([1, 2])
    expect([counts.get('recalled'), all.get('recalled')?.all]).toEqual([undefined, 1])
    expect(turnsUntil(growth, 3)).toBe(4)
    const range = testNode('range', 'c1:1-9', { count: 9 })
    expect(turnsUntil({ ...growth, steps: [range, ...growth.steps] }, 1)).toBe(10)
  })

  it('goes turn by turn, oldest first', () => {
    expect(growth.steps.map((step) => step.turnNumber)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('adds records with their turn, files with their first, roll-ups with their last, links last', () => {
    const born = (id: string) => growth.born.get(id)
    expect([born('context:b_c1_2'), born('summary:b_c1_2')]).toEqual([1, 1])
    expect(born('file:c1:plan.md')).toBe(2)
    expect(born('roll-up:r1')).toBe(3)
    expect([born('fact:f1'), born('entity:cat'), born('supersedes fact:f2 fact:f1')]).toEqual([3, 3, 5])
    expect(born('recalled turn:b_c1_5 turn:b_c1_2')).toBe(4)
    expect(born('touched turn:b_c1_6 file:c1:plan.md')).toBe(5)
  })

  it('shows a fact as replaced once what replaced it is there', () => {
    const current = (until: number | null) => [
      ...shownOf(graph, growth, { hidden: new Set(), text: '', found: null, until }).current,
    ]
    expect([current(4), current(5), current(null)]).toEqual([['fact:f1'], [], []])
  })

  it('shows nothing that has not happened', () => {
    const { nodes, edges, gone } = shownOf(graph, growth, {
      hidden: new Set(),
      text: '',
      found: null,
      until: 1,
    })
    expect([...nodes].filter((id) => id.startsWith('turn:'))).toEqual(['turn:b_c1_1', 'turn:b_c1_2'])
    expect(gone.has('turn:b_c1_3')).toBe(true)
    expect([...edges].every((id) => !gone.has(id))).toBe(true)
    expect(shownOf(graph, growth, { hidden: new Set(), text: '', found: null, until: 5 }).gone.size).toBe(0)
  })
})
