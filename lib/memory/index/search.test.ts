import { describe, expect, it } from 'vitest'
import { ask, idsFound, indexOf, type Said, START, turnsOf } from './testing-index'

const main = (numbers: number[]) => numbers.map((number) => `main-${number}`)
const filler = (count: number): Said[] =>
  Array.from(
    { length: count },
    (_, i): Said => [
      i % 2 ? 'Ilse' : 'Bram',
      `We talked about paint number ${i} for the shed.`,
      100 + i * 20,
    ],
  )

describe('the neighbour kernel', () => {
  const talk: Said[] = [
    ['Bram', 'Have you found a name for the new ferry?'],
    ['Ilse', 'Yes, we settled on Morning Heron.'],
    ['Bram', 'Lovely.', 30],
    ...filler(20),
  ]
  const data = indexOf(turnsOf(talk))

  it('finds an answer that holds no word of the question', () => {
    expect(idsFound(data, 'What did Ilse call the new ferry?')[0]).toBe('main-2')
    expect(ask(data, 'What did Ilse call the new ferry?')[0]?.parts.neighbours).toBeGreaterThan(0)
  })
  it('negative control: without it the answer is not found', () => {
    expect(idsFound(data, 'What did Ilse call the new ferry?', undefined, {}, { kernel: [] })).not.toContain(
      'main-2',
    )
  })
  it('stays inside the session', () =>
    expect(new Set(idsFound(data, 'ferry'))).toEqual(new Set(main([1, 2]))))
  it('reaches 4 messages on each side and no further', () => {
    const near = indexOf(
      turnsOf(Array.from({ length: 13 }, (_, i): Said => ['Bram', i === 6 ? 'a zeppelin' : `word${i}`])),
    )
    expect(new Set(idsFound(near, 'zeppelin'))).toEqual(new Set(main([3, 4, 5, 6, 7, 8, 9, 10, 11])))
  })
  it('follows the path to the left and never borrows from a sibling branch', () => {
    const trunk = turnsOf([
      ['Bram', 'first thing'],
      ['Ilse', 'a zeppelin over there'],
      ['Bram', 'trunk end'],
    ])
    const fork = turnsOf(
      [
        ['Bram', 'fork begin'],
        ['Ilse', 'a walrus here'],
      ],
      'fork',
      2,
      'main-1',
    )
    const both = indexOf([...trunk, ...fork])
    expect(new Set(idsFound(both, 'first'))).toEqual(
      new Set(['main-1', 'main-2', 'main-3', 'fork-2', 'fork-3']),
    )
    expect(idsFound(both, 'zeppelin')).not.toContain('fork-2')
    expect(new Set(idsFound(both, 'walrus'))).toEqual(new Set(['fork-3', 'fork-2', 'main-1']))
    const onFork = (_: string, branchId: string) => ({ factor: 1, upTo: branchId === 'fork' ? 9 : 1 })
    expect(idsFound(both, 'zeppelin', onFork)).toEqual([])
    expect(idsFound(both, 'zeppelin')).toContain('main-1')
  })
})

describe('what else is weighed', () => {
  it('prefers the speaker asked about, whose name is no word to look for', () => {
    const data = indexOf(
      turnsOf([
        ['Bram', 'My sister plays the cello.'],
        ['Ilse', 'My sister plays the cello.', 50],
        ['Bram', 'Ilse, hello there', 100],
        ...filler(10),
      ]),
    )
    expect(idsFound(data, 'What does the sister of Ilse play?')[0]).toBe('main-2')
    expect(idsFound(data, 'What does the sister of Bram play?')[0]).toBe('main-1')
    expect(idsFound(data, 'What does the sister of Ilse play?')).not.toContain('main-3')
    expect(ask(data, 'What does the sister of Ilse play?')[0]?.parts.speaker).toBeGreaterThan(0)
    const [a, b] = ask(data, 'What does the sister of Ilse play?', undefined, {}, { speaker: 1 })
    expect(Math.abs((a?.raw ?? 0) - (b?.raw ?? 1))).toBeLessThan(1e-6)
  })
  it('gives parts that add up to the score', () => {
    const data = indexOf(
      turnsOf([['Bram', 'The kiln of the pottery broke.'], ['Ilse', 'Oh no, the kiln?'], ...filler(8)]),
    )
    for (const hit of ask(data, 'When did the kiln of the pottery break in March?'))
      expect(Object.values(hit.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(hit.score, 5)
  })
})

describe('a long message', () => {
  const long = `${Array.from({ length: 300 }, (_, i) => `item${i}`).join(' ')} the anchor weighs ninety pounds. ${Array.from({ length: 300 }, (_, i) => `other${i}`).join(' ')}`
  const data = indexOf(turnsOf([['Bram', long], ['Ilse', 'Good to know.'], ...filler(4)]))
  it('is found by the unit that matches', () => {
    const [hit] = ask(data, 'How much does the anchor weigh?')
    expect(hit?.turnId).toBe('main-1')
    expect(long.slice(hit?.unit.start, hit?.unit.end)).toContain('anchor weighs ninety pounds')
    expect((hit?.unit.end ?? 0) - (hit?.unit.start ?? 0)).toBeLessThan(long.length / 4)
    expect([hit?.start, hit?.end]).toEqual([0, long.length])
  })
})

describe('filters', () => {
  const data = indexOf(
    turnsOf([
      ['Bram', 'the kiln is hot'],
      ['Ilse', 'the kiln is cold', 40],
      ['Bram', 'the kiln is sold', 80],
    ]),
  )
  it('by time, speaker and part', () => {
    expect(new Set(idsFound(data, 'kiln'))).toEqual(new Set(main([1, 2, 3])))
    expect(idsFound(data, 'kiln', undefined, { speaker: 'Ilse' })).toEqual(main([2]))
    expect(idsFound(data, 'kiln', undefined, { speaker: 'nobody' })).toEqual([])
    expect(idsFound(data, 'kiln', undefined, { part: 'assistant' })).toEqual(main([2]))
    expect(idsFound(data, 'kiln', undefined, { from: START + 50 * 3_600_000 })).toEqual(main([3]))
    expect(new Set(idsFound(data, 'kiln', undefined, { to: START + 50 * 3_600_000 }))).toEqual(
      new Set(main([1, 2])),
    )
  })
  it('leave nothing behind for the next query', () => {
    const before = ask(data, 'kiln')
    for (const text of ['hot', 'cold sold', 'nothing', 'kiln hot cold'])
      ask(data, text, undefined, { speaker: 'Bram' })
    expect(ask(data, 'kiln')).toEqual(before)
  })
})
