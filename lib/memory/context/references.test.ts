import { describe, expect, it } from 'vitest'
import { referencesIn } from '@/lib/memory/recall/referred'
import { cpuMs } from '@/lib/shared/testing-cpu'

const NONE = { numbers: [], same: null, decided: null }

describe('referencesIn', () => {
  it('finds turns by number, in order, and a few of a range', () => {
    const numbers = (text: string) => referencesIn(text).numbers
    expect(numbers('What did I say in turn 12?')).toEqual([12])
    expect(numbers('Compare [turn 7] with Turn #3.')).toEqual([7, 3])
    expect(numbers('Turns 3 and 4, please, and turn 3 again')).toEqual([3, 4])
    expect(numbers('Sum up turns 5-40')).toEqual([5, 6, 7])
    expect(numbers('turn no. 8')).toEqual([8])
  })

  it('reads no number that counts something else', () => {
    for (const text of [
      'Turn 90 degrees to the left',
      'turn 180° here',
      'Turn 12 pages ahead',
      'It is your turn 2 times',
      'In return 12 coins were paid',
      'I turned 12 in May',
      'Is turn 0 a thing?',
      'See [turn 7 of conversation conv_1].',
    ])
      expect([text, referencesIn(text)]).toEqual([text, NONE])
  })

  it('finds what was done before and names it without the phrase', () => {
    const same = (text: string) => referencesIn(text).same
    expect(same('Hello. Run the same command as before, please! Thanks.')).toBe('Run command')
    expect(same('Use the same spices for the soup as last time')).toBe('Use spices for the soup')
    expect(same('Bake the bread like before')).toBe('Bake the bread')
    expect(same('Show me the recipe from earlier')).toBe('Show me the recipe')
    for (const text of ['The same colour, please', 'Come before noon', 'As I get older it is the same'])
      expect([text, same(text)]).toEqual([text, null])
  })

  it('finds what was decided, and on what', () => {
    const decided = (text: string) => referencesIn(text).decided
    expect(decided('Do you know what we decided about the database?')).toBe('the database')
    expect(decided('What did we decide on the colour of the boat?')).toBe('the colour of the boat')
    expect(decided('Keep to what we’ve agreed for Friday.')).toBe('Friday')
    expect(decided('As we discussed about the budget')).toBe('the budget')
    expect(decided('Use the name we chose for the dog')).toBe('the dog')
    expect(decided('Stick to our decision on the logo')).toBe('the logo')
    for (const text of ['What did we eat?', 'We decided to go', 'They decided about the tax'])
      expect([text, decided(text)]).toEqual([text, null])
  })

  it('reads a very long message in bounded time', () => {
    const text = `${'turn 1 and the same the same we '.repeat(4_000)} as before`
    expect(cpuMs(() => referencesIn(text))).toBeLessThan(200)
  })
})
