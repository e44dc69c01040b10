import { describe, expect, it } from 'vitest'
import type { TopicWord } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { TopicAssigner } from './topic-assigner'

const turn = (userText: string, i: number) =>
  ({ id: `t${i}`, conversationId: 'c', userText, answer: '', createdAt: new Date(0) }) as TurnText
const noPace = () => undefined

describe('names that topics share', () => {
  it('are whole, even if no topic is about their words', async () => {
    const words: TopicWord[] = [
      ['boat', 'boat', 1],
      ['bread', 'bread', 1],
    ]
    const assigner = new TopicAssigner(
      words,
      new Map(),
      new Map([
        ['castle', 'Castle'],
        ['road', 'Road'],
        ['ann', 'Ann'],
      ]),
    )
    const said = ['A boat in Castle Road.', 'Bread of Castle Road.', 'Ann eats bread.', 'Ann sees a boat.']
    for (const [i, text] of [...said, ...said].entries())
      assigner.add({ ...turn(text, i), conversationId: `c${i}` })
    await assigner.assign(noPace)
    expect(assigner.sharedNames().map(({ name }) => name)).toEqual(['Ann', 'Castle Road'])
  })
})

describe('a turn', () => {
  const words: TopicWord[] = [
    ['boat', 'boats', 1],
    ['sail', 'boats', 1],
    ['bread', 'baking', 1],
  ]
  const terms = { boats: ['boat'], baking: [] as string[] }
  const topicsOf = async (said: string[], hours = 0) => {
    const assigner = new TopicAssigner(words, new Map(), new Map())
    for (const [i, text] of said.entries())
      assigner.add({ ...turn(text, i), createdAt: new Date(i * hours * 3_600_000) })
    await assigner.assign(noPace)
    assigner.dropStrays((topic) =>
      terms[topic as keyof typeof terms].map((term) => ({ term, word: term, turns: [] })),
    )
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

  it('of a short conversation is about what all of them are', async () => {
    expect(await topicsOf(['A boat.', 'Thanks.', 'A sail.', 'Bread?', 'Ok.'])).toEqual(Array(5).fill('boats'))
  })

  it('of a long one is about what the turns near it say, in the same session', async () => {
    const boats = Array<string>(12).fill('A boat.')
    const rest = ['My passport?', 'A new form.', 'The queue.']
    expect((await topicsOf([...boats, ...rest])).slice(12)).toEqual(['boats', 'boats', null])
    expect((await topicsOf([...boats, ...rest], 4)).slice(12)).toEqual([null, null, null])
  })

  it('says what it is about louder than a turn beside it does', async () => {
    const said = [...Array<string>(12).fill('So.'), 'A boat.', 'Bread, a sail, a boat.']
    expect((await topicsOf(said)).slice(12)).toEqual(['boats', 'boats'])
    expect((await topicsOf([...Array<string>(12).fill('So.'), 'Bread.', 'A boat.'])).slice(12)).toEqual([
      null,
      'boats',
    ])
  })

  it('is about no topic of which only a weak word is said', async () => {
    expect(await topicsOf(['A sail.', 'Ok.'])).toEqual([null, null])
    expect(await topicsOf(['A sail on a boat.', 'Ok.'])).toEqual(['boats', 'boats'])
  })
})
