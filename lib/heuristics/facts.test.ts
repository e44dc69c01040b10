import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeOf, factsOf } from './facts'
import { distinctNames, SEED, thing } from './text/testing-words'

const short = (text: string) =>
  factsOf(text).map(({ subject, predicate, object }) => [subject, predicate, object])

describe('facts a user states', () => {
  it('are found in the plain forms, whatever the names, each with a verbatim quote', () => {
    fc.assert(
      fc.property(distinctNames(2), thing, ([a = '', b = ''], owned) => {
        const cases: [string, string[]][] = [
          [`My ${owned} is called ${a}.`, [owned, 'name', a]],
          [`My ${owned} is now called ${a}.`, [owned, 'name', a]],
          [`My ${owned}'s name is ${a}!`, [owned, 'name', a]],
          [`My ${owned} is not called ${b}, it is called ${a}.`, [owned, 'name', a]],
          [`My ${owned} is not called ${b} but ${a}.`, [owned, 'name', a]],
          [`Hi, my name is ${a} ${b}.`, ['user', 'name', `${a} ${b}`]],
          [`Actually, I live in ${a} now.`, ['user', 'lives in', a]],
          [`I moved to ${a} because ${b} is loud.`, ['user', 'lives in', a]],
          [`I work at ${a} and my boss is kind.`, ['user', 'works at', a]],
          [`I really love ${a}, but not ${b}.`, ['user', 'likes', a]],
          [`I can't stand ${a}.`, ['user', 'dislikes', a]],
          [`my favourite place is ${a}`, ['user', 'favourite place', a]],
          [`Ich wohne jetzt in ${a}.`, ['user', 'lives in', a]],
          [`Je m’appelle ${a}.`, ['user', 'name', a]],
          [`Me llamo ${a}.`, ['user', 'name', a]],
        ]
        for (const [text, fact] of cases) {
          expect(short(text)).toEqual([fact])
          for (const { quote, object } of factsOf(text))
            expect(text.includes(quote) && quote.includes(object)).toBe(true)
        }
      }),
      { seed: SEED, numRuns: 40 },
    )
  })

  it('are not taken from questions, conditions, wishes, hearsay or what has ended', () => {
    fc.assert(
      fc.property(distinctNames(1), ([name = '']) => {
        for (const text of [
          `Do I live in ${name}?`,
          `If I live in ${name}, I need a car.`,
          `I would love ${name}.`,
          `She said I live in ${name}.`,
          `I no longer work at ${name}.`,
          `Maybe my cat is called ${name}.`,
        ])
          expect(short(text)).toEqual([])
      }),
      { seed: SEED, numRuns: 40 },
    )
  })

  it('keep what is said of one thing apart from a contrast with another', () => {
    expect(attributeOf('My dog is not old, but my cat is')?.object).toBe('not old')
  })

  it('say which attribute has one value at a time', () => {
    expect(attributeOf('I live in Fomalu')?.values).toBe('one')
    expect(attributeOf('I like fomalu')?.values).toBe('many')
    expect(attributeOf('My cat is black')?.values).toBe('open')
  })

  it('hold the whole of a day and of an abbreviation', () => {
    expect(factsOf('Mein Geburtstag ist am 3. Mai, sagt Anna.')[0]?.object).toBe('am 3. Mai')
    expect(factsOf('I live in St. Gallen. It rains.')[0]?.object).toBe('St. Gallen')
  })

  it('negative control: a looser pattern would store hearsay', () => {
    const loose = (text: string) => /i live in (\w+)/i.test(text)
    expect(loose('She said I live in Fomalu.')).toBe(true)
    expect(short('She said I live in Fomalu.')).toEqual([])
  })
})
