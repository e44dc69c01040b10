import { describe, expect, it } from 'vitest'
import {
  mapPicture,
  testGraph,
  testIslands,
  testMap,
  testNode,
  testTurn,
} from '@/components/memory/testing-graph'
import { startOfWalk, walk, walkOf, walkPoints } from './walk'

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

  it('steps over what is faded', () => {
    const without = new Set([...standing].filter((id) => !id.startsWith('context')))
    expect(from('turn:b_c1_2', 'ArrowUp', without)).toBe('summary:b_c1_2')
  })

  it('starts at the newest turn, or at the largest island', () => {
    expect(startOfWalk({ graph, positions, level: 4 }, standing)).toBe('turn:b_c1_6')
    expect(startOfWalk({ graph, positions, level: 4 }, new Set(['turn:b_c1_4']))).toBe('turn:b_c1_4')
    expect(startOfWalk({ graph, positions, level: 4 }, new Set())).toBeNull()
    const map = testIslands([3, 9, 4])
    for (const node of map.nodes) if (node.kind === 'entity') node.count = 13
    map.nodes.push(testNode('topic', 'other', { count: 99 }))
    const islands = mapPicture(map)
    const all = new Set(islands.positions.keys())
    expect(startOfWalk(islands, all)).toBe('topic:t1')
  })

  it('starts at the largest card of an opened island, and goes down its turns', () => {
    const card = testNode('conversation', 'c1', { count: 6 })
    const picture = mapPicture(
      testMap(2, { nodes: [card, ...graph.nodes.filter(({ kind }) => kind === 'turn')] }),
    )
    const everything = new Set(picture.positions.keys())
    const start = startOfWalk(picture, everything) ?? ''
    expect(start).toBe('conversation:c1')
    const positions = walkPoints(picture, picture.positions)
    const down = (id: string) =>
      walk({ graph: walkOf(picture), positions, standing: everything }, id, 'ArrowDown') ?? ''
    expect([down(start), down(down(start))]).toEqual(['turn:b_c1_1', 'turn:b_c1_2'])
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
