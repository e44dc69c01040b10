import { describe, expect, it } from 'vitest'
import { relevantFacts } from './relevant'
import { aStatement as said } from './testing'
import { type Fact, latest, timelineOf } from './timeline'

const words = (facts: readonly Fact[]) =>
  facts.map((fact) => {
    const { subject, predicate, object } = latest(fact)
    return `${subject} ${predicate} ${object}${fact.until ? ` until ${fact.until.getUTCDate()}` : ''}`
  })

describe('what holds', () => {
  it('is the latest value of what has one value at a time', () => {
    const facts = timelineOf([said(1, 'cat', 'name', 'Miso'), said(4, 'cat', 'name', 'Mochi')])
    expect(words(facts)).toEqual(['cat name Miso until 4', 'cat name Mochi'])
    expect(facts[1]?.before).toBe(facts[0])
  })

  it('is every value of what may have many, until one is said to be over', () => {
    const likes = [said(1, 'user', 'likes', 'tea'), said(2, 'user', 'likes', 'jam')]
    expect(words(timelineOf(likes))).toEqual(['user likes tea', 'user likes jam'])
    expect(words(timelineOf([...likes, said(5, 'user', 'likes', 'not tea')]))).toEqual([
      'user likes tea until 5',
      'user likes jam',
      'user likes not tea',
    ])
  })

  it('is one fact however often it is said, and another one when it comes back', () => {
    const facts = timelineOf([
      said(1, 'cat', 'name', 'Miso'),
      said(2, 'cat', 'name', 'miso.'),
      said(3, 'cat', 'name', 'Mochi'),
      said(4, 'cat', 'name', 'Miso'),
    ])
    expect(words(facts)).toEqual(['cat name miso. until 3', 'cat name Mochi until 4', 'cat name Miso'])
    expect(facts[0]?.statements).toHaveLength(2)
  })

  it('is the earlier value again without the statement that replaced it', () => {
    const [first] = timelineOf([said(1, 'cat', 'name', 'Miso')])
    expect(first?.until).toBeNull()
  })

  it('of two subjects is apart', () => {
    expect(words(timelineOf([said(1, 'cat', 'name', 'Miso'), said(2, 'dog', 'name', 'Rex')]))).toEqual([
      'cat name Miso',
      'dog name Rex',
    ])
  })
})

describe('the facts that a message is about', () => {
  const facts = timelineOf([
    said(1, 'cat', 'name', 'Miso'),
    said(2, 'cat', 'name', 'Mochi'),
    said(3, 'cat', 'age', '4'),
    said(4, 'user', 'lives in', 'Galway'),
    said(5, 'user', 'diet', 'vegan'),
    said(6, 'sister', 'lives in', 'Rome'),
    said(7, 'user', 'likes', 'jazz'),
  ])
  it.each([
    ['What is my cat called?', ['cat name Mochi', 'cat age 4']],
    ['How old is Mochi?', ['cat age 4', 'cat name Mochi']],
    ['Where do I live?', ['user lives in Galway']],
    ['Any idea for dinner?', ['user diet vegan']],
    ['Where does my sister live?', ['sister lives in Rome']],
    ['What is the capital of France?', []],
    ['What do you know about me?', ['user likes jazz', 'user diet vegan', 'user lives in Galway']],
  ])('“%s”', (message, expected) => {
    expect(words(relevantFacts(facts, message))).toEqual(expected)
  })

  it('include pinned ones always', () => {
    const pinned = timelineOf([said(1, 'user', 'allergic to', 'nuts', { pinned: true })])
    expect(words(relevantFacts(pinned, 'Tell me a joke.'))).toEqual(['user allergic to nuts'])
  })
})
