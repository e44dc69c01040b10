import { describe, expect, it } from 'vitest'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { topicName } from '@/lib/memory/map/shown-topics'
import { islandRadius } from '@/lib/shared/memory/map'
import { hues, type MadeTopics, makeTopics, matchTopics } from './make-topics'
import type { EarlierTopic } from './names-of'
import { places } from './places'
import { themedTurns, themesIn } from './testing-themes'
import { Vocabulary } from './topic-assigner'

const pace = () => undefined
const turn = (number: number, said: Partial<TurnText>): TurnText => ({
  ...{ id: `t${number}`, conversationId: 'c', branchId: 'b', number, parentId: null, messages: null },
  ...{ createdAt: new Date(Date.UTC(2026, 2, 1, 0, number)), userText: '', answer: '' },
  ...said,
})
const memory = (count: number, seed?: number) =>
  themedTurns(count, undefined, seed).map((said, i) => turn(i + 1, said))
const made = (turns: TurnText[], earlier?: Omit<MadeTopics, 'words'> & Partial<MadeTopics>) => {
  let ids = earlier?.topics.length ?? 0
  return makeTopics({
    pages: async function* () {
      for (let i = 0; i < turns.length; i += 100) yield turns.slice(i, i + 100)
    },
    total: turns.length,
    earlier: { topics: [], topicOf: new Map(), words: [], ...earlier },
    hasGrown: true,
    newId: () => `topic${ids++}`,
    titlesOf: async () => new Map(),
    textsOf: async (wanted) => turns.filter(({ id }) => wanted.includes(id)),
    pace,
  })
}

describe('topics', () => {
  it('are groups of words that meet, and turns belong to the one they say most about', async () => {
    const topics = await made(memory(640))
    expect(topics.topics.length).toBeGreaterThanOrEqual(12)
    for (const { terms } of topics.topics)
      expect(
        themesIn(
          terms
            .slice(0, 3)
            .map(({ word }) => word)
            .join(' '),
        ).size,
      ).toBe(1)
    const told = [...topics.topicOf.values()].filter((topic) => topic !== null)
    expect(told.length).toBeGreaterThan(500)
    const vocabulary = new Vocabulary(topics.words)
    const alike = memory(640).filter((one) => vocabulary.assign(one).topic === topics.topicOf.get(one.id))
    expect(alike.length).toBeGreaterThan(560)
  })

  it('are the same for the same turns, and found in a sample when there are many', async () => {
    expect(await made(memory(300))).toEqual(await made(memory(300)))
  })

  it('stay what they are after 5 % more turns', async () => {
    const before = await made(memory(1_000))
    const after = await made(
      [...memory(1_000), ...memory(50, 3).map((one) => ({ ...one, id: `new ${one.id}` }))],
      before,
    )
    const key = ({ id, hue, x, y }: EarlierTopic) => `${id} ${hue} ${x} ${y}`
    const kept = new Set(after.topics.map(key))
    const same = before.topics.filter((topic) => kept.has(key(topic)))
    const nameOf = new Map(after.topics.map((topic) => [topic.id, topicName(topic)]))
    const renamed = before.topics.filter(
      (topic) => (nameOf.get(topic.id) ?? topicName(topic)) !== topicName(topic),
    )
    expect(renamed).toEqual([])
    expect(same.length / before.topics.length).toBeGreaterThanOrEqual(0.9)
    const moved = [...before.topicOf].filter(([id, topic]) => topic !== after.topicOf.get(id))
    expect(moved.length).toBeLessThan(100)
  })

  it('keep the id of the earlier topic that has half of its turns in them', () => {
    const overlaps = new Map([
      [
        'a',
        new Map([
          ['old', 40],
          ['other', 10],
        ]),
      ],
      [
        'b',
        new Map([
          ['old', 50],
          ['other', 2],
        ]),
      ],
      ['c', new Map([['other', 1]])],
    ])
    const sizes = {
      groups: new Map([
        ['a', 60],
        ['b', 55],
        ['c', 90],
      ]),
      topics: new Map([
        ['old', 95],
        ['other', 13],
      ]),
    }
    expect(matchTopics(overlaps, sizes)).toEqual(
      new Map([
        ['b', 'old'],
        ['a', 'other'],
      ]),
    )
    expect([
      ...hues([
        { id: 'n', hue: undefined },
        { id: 'k', hue: 0 },
        { id: 'm', hue: undefined },
      ]),
    ]).toEqual([
      ['n', 1],
      ['k', 0],
      ['m', 2],
    ])
  })
})

describe('places of islands', () => {
  const islands = Array.from({ length: 60 }, (_, i) => ({ id: `i${i}`, turns: 8 + ((i * 37) % 500) }))
  const ties = islands.flatMap(({ id }, i) => [{ from: id, to: `i${(i * 7) % 60}`, ties: 1 + (i % 5) }])

  it('never overlap, and stay when islands are added', async () => {
    const first = await places(islands.slice(0, 50), ties, pace)
    const known = islands
      .slice(0, 50)
      .map((one) => ({ ...one, turns: Math.ceil(one.turns * 1.05), at: first.get(one.id) }))
    const second = await places([...known, ...islands.slice(50)], ties, pace)
    for (const { id } of known) expect(second.get(id)).toEqual(first.get(id))
    for (const [of, at] of [
      [islands.slice(0, 50), first],
      [[...known, ...islands.slice(50)], second],
    ] as const)
      for (const [i, a] of of.entries())
        for (const b of of.slice(i + 1)) {
          const [p, q] = [at.get(a.id), at.get(b.id)]
          const apart = Math.hypot((p?.x ?? 0) - (q?.x ?? 0), (p?.y ?? 0) - (q?.y ?? 0))
          expect(apart, `${a.id} ${b.id}`).toBeGreaterThanOrEqual(
            islandRadius(a.turns) + islandRadius(b.turns),
          )
        }
  })
})
