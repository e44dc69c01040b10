import { describe, expect, it } from 'vitest'
import type { TopicWord } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { Telling } from './told-topics'

const turn = (userText: string, i: number) =>
  ({ id: `t${i}`, conversationId: 'c', userText, answer: '' }) as TurnText

describe('names that topics share', () => {
  it('are whole, even if no topic is about their words', () => {
    const words: TopicWord[] = [
      ['boat', 'boat', 1],
      ['bread', 'bread', 1],
    ]
    const telling = new Telling(
      words,
      [],
      new Map([
        ['mill', 'Mill'],
        ['road', 'Road'],
        ['ann', 'Ann'],
      ]),
    )
    const said = ['A boat in Mill Road.', 'Bread of Mill Road.', 'Ann eats bread.', 'Ann sees a boat.']
    for (const [i, text] of [...said, ...said].entries()) telling.add(turn(text, i))
    expect(telling.sharedNames().map(({ name }) => name)).toEqual(['Ann', 'Mill Road'])
  })
})

describe('a topic', () => {
  it.each([
    ['progress', ['canoe', 'progress']],
    ['paddle', ['paddle', 'canoe']],
  ])('is named by %s only if that fits no other topic', (rarer, named) => {
    const words: TopicWord[] = [
      [rarer, 'boats', 2],
      ['canoe', 'boats', 1],
    ]
    const telling = new Telling(words, [], new Map())
    for (const i of [1, 2, 3]) telling.add(turn(`The ${rarer} of a canoe.`, i))
    expect(telling.termsOfTopic('boats').map(({ word }) => word)).toEqual(named)
  })
})
