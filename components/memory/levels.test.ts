import { describe, expect, it } from 'vitest'
import { above, below, type MemoryAddress, START } from './place'
import { testNode } from './testing-graph'

const levelOf = ({ topic, conversation, turn }: MemoryAddress) =>
  turn ? 4 : conversation ? 3 : topic ? 2 : 1

const topic = testNode('topic', 't1')
const talk = testNode('conversation', 'c1')
const turn = testNode('turn', 'x', { turnId: 'x', conversationId: 'c1' })

describe('the levels of the map', () => {
  it('lead down from a topic to a turn, and up again to where one came from', () => {
    let place: MemoryAddress = START
    const levels = [levelOf(place)]
    for (const node of [topic, talk, turn]) {
      place = { ...place, ...below(place, node) }
      levels.push(levelOf(place))
    }
    expect(levels).toEqual([1, 2, 3, 4])
    const selected: (string | null)[] = []
    for (let up = above(place); up; up = above(place)) {
      place = { ...place, ...up }
      selected.push(place.node)
    }
    expect(selected).toEqual([turn.id, talk.id, topic.id])
    expect(levelOf(place)).toBe(1)
  })

  it('end at what has nothing below it', () => {
    expect(below(START, testNode('fact', 'f'))).toBeNull()
    expect(below({ ...START, turn: 'x' }, turn)).toBeNull()
    expect(above(START)).toBeNull()
  })
})
