import { describe, expect, it } from 'vitest'
import { timeLayout } from '@/components/memory/layout/time-layout'
import { growthOf } from '@/components/memory/replay/growth'
import { testGraph, testTurn } from '@/components/memory/testing-graph'
import { startOfWalk, walk } from './walk'

const graph = testGraph({ c1: 6 })
const growth = growthOf(graph)

describe('walking by arrows', () => {
  const { positions } = timeLayout(graph)
  const standing: ReadonlySet<string> = new Set(graph.nodes.map(({ id }) => id))
  const from = (id: string, key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown', stand = standing) =>
    walk({ graph, positions, standing: stand }, id, key)

  it('follows links before anything nearer that is not linked', () => {
    expect(from('turn:b_c1_2', 'ArrowRight')).toBe('turn:b_c1_3')
    expect(from('turn:b_c1_2', 'ArrowLeft')).toBe('turn:b_c1_1')
    expect(from('turn:b_c1_2', 'ArrowUp')).toBe('context:b_c1_2')
    expect(from('context:b_c1_2', 'ArrowDown')).toBe('turn:b_c1_2')
  })

  it('leads on to the nearest other node where no link goes, and stops at the edge', () => {
    expect(from('context:b_c1_2', 'ArrowRight')).toBe('context:b_c1_3')
    expect(from('turn:b_c1_1', 'ArrowLeft')).toBeNull()
    expect(from('turn:nobody', 'ArrowLeft')).toBeNull()
  })

  it('steps over what is faded', () => {
    const without = new Set([...standing].filter((id) => !id.startsWith('context')))
    expect(from('turn:b_c1_2', 'ArrowUp', without)).toBe('summary:b_c1_2')
  })

  it('starts at the newest turn', () => {
    expect(startOfWalk(growth.steps, standing)).toBe('turn:b_c1_6')
    expect(startOfWalk(growth.steps, new Set(['turn:b_c1_4']))).toBe('turn:b_c1_4')
    expect(startOfWalk([], standing)).toBeNull()
  })

  it('reaches every node from every other by arrows alone', () => {
    const graph2 = testGraph({ c1: 4, c2: 3 })
    graph2.nodes.push(...testTurn('c1', 3, 50, 'b_fork').nodes)
    const places = timeLayout(graph2).positions
    const everything = new Set(graph2.nodes.map(({ id }) => id))
    const reached = new Set(['turn:b_c1_1'])
    for (const id of reached)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
        const next = walk({ graph: graph2, positions: places, standing: everything }, id, key)
        if (next) reached.add(next)
      }
    expect([...everything].filter((id) => !reached.has(id))).toEqual([])
  })
})
