import { describe, expect, it } from 'vitest'
import { mapPicture, testGraph, testMap, testTurn } from '@/components/memory/testing-graph'
import { walk, walkOf } from './walk'

const graph = testGraph({ c1: 6 })

describe('walking by arrows', () => {
  const path = [{ kind: 'turn' as const, id: 'b_c1_2', label: '' }]
  const { positions } = mapPicture(testMap(4, graph, path))
  const standing: ReadonlySet<string> = new Set(graph.nodes.map(({ id }) => id))
  const from = (id: string, key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown', stand = standing) =>
    walk({ graph, positions, standing: stand }, id, key)

  it('follows links before anything nearer that is not linked, and stops at the edge', () => {
    expect(from('turn:b_c1_2', 'ArrowRight')).toBe('turn:b_c1_3')
    expect(from('turn:b_c1_2', 'ArrowLeft')).toBe('turn:b_c1_1')
    expect(from('turn:b_c1_2', 'ArrowUp')).toBe('context:b_c1_2')
    expect(from('context:b_c1_2', 'ArrowDown')).toBe('turn:b_c1_2')
    expect(from('turn:nobody', 'ArrowLeft')).toBeNull()
  })

  it('reaches every node from every other by arrows alone', () => {
    const graph2 = testGraph({ c1: 4, c2: 3 })
    graph2.nodes.push(...testTurn('c1', 3, 50, 'b_fork').nodes)
    const picture = mapPicture(testMap(3, graph2))
    const places = picture.positions
    const everything = new Set(places.keys())
    const reached = new Set(['turn:b_c1_1'])
    for (const id of reached)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
        const next = walk({ graph: walkOf(picture), positions: places, standing: everything }, id, key)
        if (next) reached.add(next)
      }
    expect([...everything].filter((id) => !reached.has(id))).toEqual([])
  })
})
