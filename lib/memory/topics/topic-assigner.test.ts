import { describe, expect, it } from 'vitest'
import type { TopicWord } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { TopicAssigner } from './topic-assigner'

const turn = (userText: string, i: number) =>
  ({ id: `t${i}`, conversationId: 'c', userText, answer: '' }) as TurnText

describe('names that topics share', () => {
  it('are whole, even if no topic is about their words', () => {
    const words: TopicWord[] = [
      ['boat', 'boat', 1],
      ['bread', 'bread', 1],
    ]
    const assigner = new TopicAssigner(
      words,
      [],
      new Map([
        ['castle', 'Castle'],
        ['road', 'Road'],
        ['ann', 'Ann'],
      ]),
    )
    const said = ['A boat in Castle Road.', 'Bread of Castle Road.', 'Ann eats bread.', 'Ann sees a boat.']
    for (const [i, text] of [...said, ...said].entries()) assigner.add(turn(text, i))
    expect(assigner.sharedNames().map(({ name }) => name)).toEqual(['Ann', 'Castle Road'])
  })
})

describe('a topic', () => {
  it('has a term first that meets the others, not one that is only more frequent', () => {
    const terms = ['bank', 'sail', 'mast', 'rope']
    const linked = { bank: ['rope'], sail: ['mast', 'rope'], mast: ['sail'], rope: ['sail', 'bank'] }
    const found = terms.map((term) => ({
      ...{ id: 0, term, word: term, turns: 3, messages: 3, idf: 1, strength: 1 },
      linked: new Map(
        linked[term as keyof typeof linked].map((other) => [other, other === 'bank' ? 0.1 : 1]),
      ),
    }))
    const words = terms.map((term): TopicWord => [term, 'boats', 1])
    const assigner = new TopicAssigner(words, found, new Map())
    const said = ['A sail on a mast.', 'A sail, a mast, a rope.', 'A bank with a rope.', 'A bank.', 'A bank.']
    for (const [i, text] of said.entries()) assigner.add(turn(text, i))
    expect(assigner.termsOfTopic('boats')[0]?.word).toBe('sail')
  })
})

describe('a turn that says no word of a topic', () => {
  const words: TopicWord[] = [
    ['boat', 'boats', 1],
    ['bread', 'baking', 1],
  ]
  const named = { word: '', turns: [] as string[], named: true as const }
  const topicsOf = async (said: string[], before = new Map<string, string>()) => {
    const assigner = new TopicAssigner(words, [], new Map(), before)
    for (const [i, text] of said.entries()) assigner.add(turn(text, i))
    await assigner.adoptUnassigned(() => undefined)
    const topics = [...assigner.topicOf.values()]
    const sizes = [...assigner.sizes].filter(([, size]) => size > 0)
    expect(Object.fromEntries(sizes)).toEqual(
      Object.fromEntries(
        [...new Set(topics)].flatMap((topic) =>
          topic ? [[topic, topics.filter((one) => one === topic).length]] : [],
        ),
      ),
    )
    return topics
  }

  it.each([
    ['the main topic of its conversation', ['A boat.', 'Thanks.', 'A boat.', 'Why?', 'Ok.'], 'boats'],
    ['none if only a few turns of it have one', ['A boat.', 'Why?', 'Ok.', 'Yes.', 'So.'], null],
    ['none if only one turn of it has one', ['A boat.', 'Why?', 'Ok.'], null],
    ['none if it has two', ['A boat.', 'Bread.', 'Ok.'], null],
  ])('belongs to %s', async (_, said, topic) => {
    expect((await topicsOf(said)).at(-1)).toBe(topic)
  })

  it('is not one that mentions another topic', async () => {
    const assigner = new TopicAssigner(words, [], new Map())
    const said = [...Array<string>(12).fill('A boat.'), 'Bread.']
    for (const [i, text] of said.entries()) assigner.add(turn(text, i))
    assigner.dropStrays((topic) => (topic === 'boats' ? [{ ...named, term: 'boat' }] : []))
    await assigner.adoptUnassigned(() => undefined)
    expect([...assigner.topicOf.values()].slice(-1)).toEqual([null])
  })

  it('does not count for what its topic was before', () => {
    const before = new Map([
      ['t0', 'boats'],
      ['t1', 'boats'],
    ])
    const assigner = new TopicAssigner(words, [], new Map(), before)
    for (const [i, text] of ['A boat.', 'Thanks.'].entries()) assigner.add(turn(text, i))
    expect([...assigner.adopted]).toEqual(['t1'])
  })

  it('moves with its conversation', async () => {
    const said = ['A boat.', 'Bread.', 'Thanks.', 'Bread.', 'Bread.']
    const before = new Map([
      ['t0', 'boats'],
      ['t2', 'boats'],
    ])
    expect(await topicsOf(said, before)).toEqual(Array(5).fill('baking'))
  })

  it('is near a turn of the topic, and not between it and another one', async () => {
    const boats = Array<string>(8).fill('A boat.')
    const rest = ['My passport?', 'A new form.', 'The queue.', 'The fee.', 'The photo.']
    expect((await topicsOf([...boats, ...rest])).slice(8)).toEqual(['boats', 'boats', 'boats', null, null])
    expect((await topicsOf([...boats, ...boats, 'Ok.', 'Bread.'])).slice(16)).toEqual([null, 'baking'])
    // A short conversation belongs to its main topic as a whole.
    expect((await topicsOf([...boats, 'Ok.', 'Bread.'])).slice(8)).toEqual(['boats', 'boats'])
  })
})
