import { describe, expect, it } from 'vitest'
import { ask, idsFound, indexOf, type Said, turnsOf } from '@/lib/memory/index/testing-index'

const paint = (from: number): Said[] =>
  Array.from(
    { length: 10 },
    (_, i): Said => [
      i % 2 ? 'Ilse' : 'Bram',
      `We talked about paint number ${i} for the shed.`,
      from + i * 20,
    ],
  )
const data = indexOf(
  turnsOf([['Bram', 'Rye flour for the bread.'], ['Ilse', 'Rye flour for the bread.', 50], ...paint(100)]),
)
const partOf = (question: string, id: string) =>
  ask(data, question).find((hit) => hit.turnId === id)?.parts.speaker

describe('of two speakers that a question names', () => {
  it('the first is its subject, whose messages come first', () => {
    expect(idsFound(data, 'Which flour did Ilse advise Bram to use for bread?')[0]).toBe('main-2')
    expect(idsFound(data, 'Which flour did Bram advise Ilse to use for bread?')[0]).toBe('main-1')
  })
  it('less surely than one who is named alone', () => {
    const [alone, subject] = [
      partOf('Which flour did Ilse advise for bread?', 'main-2'),
      partOf('Which flour did Ilse advise Bram for bread?', 'main-2'),
    ]
    expect(subject).toBeGreaterThan(0)
    expect(alone).toBeGreaterThan(subject ?? 1)
  })
  it('neither comes first when they are named together', () => {
    for (const question of [
      'Which flour did Ilse and Bram use for bread?',
      "Which is Bram and Ilse's flour for bread?",
    ]) {
      expect(partOf(question, 'main-1')).toBeUndefined()
      expect(partOf(question, 'main-2')).toBeUndefined()
    }
  })
})

describe('a question that says nothing but a name', () => {
  const talk = indexOf(
    turnsOf([
      ['Bram', 'Ilse, what do you do all day?'],
      ['Ilse', 'I repair lanterns in the harbour.'],
      ['Bram', 'The bread is ready.', 40],
      ['Bram', 'Rain again.', 80],
    ]),
  )
  it.each(['Who is Ilse?', 'ilse', 'What do you know about Ilse?', 'Tell me about Ilse'])(
    'finds what its bearer says, and who speaks to her: %s',
    (question) => expect(idsFound(talk, question)).toEqual(['main-2', 'main-1']),
  )
  it('while a name beside another word only tells who is meant', () =>
    expect(ask(talk, 'What bread did Ilse bake?').find((hit) => hit.turnId === 'main-1')).toBeUndefined())
})
