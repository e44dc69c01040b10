import { describe, expect, it } from 'vitest'
import { aStatement } from '@/lib/memory/facts/testing'
import { readFact } from '@/lib/prompts/turn-notes'
import { standardPredicate } from '@/lib/shared/memory/predicates'
import { readsOf } from './found-facts'
import { ownWords } from './shown-lines'

const PILL = {
  ...{ subject: 'user', predicate: 'takes', object: 'levothyroxine', confidence: 0.9 },
  quote: 'I take levothyroxine.',
}
function read(
  fact: object,
  { prose = PILL.quote, answer = '', results = '', known = [] as ReturnType<typeof aStatement>[] } = {},
) {
  const found = readFact({ ...PILL, ...fact })
  const scene = {
    ...{ prose, before: ownWords(''), answer: ownWords(answer), results: ownWords(results) },
    known: known.map((statement, i) => ({ id: `f${i + 1}`, statement })),
    ...{ now: new Date('2026-10-14T07:50:00Z'), zone: 'Europe/Brussels' },
  }
  return found ? readsOf(found, scene) : []
}

describe('a fact that a model found', () => {
  it.each([
    ['2019', '2019-01-01'],
    [2019, '2019-01-01'],
    ['2019-05', '2019-05-01'],
    ['2019-05-07', '2019-05-07'],
    ['2019-05-07T10:00:00Z', '2019-05-07'],
    ...['', ' ', '2019-13', '2019-02-30', 'spring', null, undefined, {}, true].map((date) => [
      date,
      undefined,
    ]),
  ])('is kept with the date %j, which is read as %s', (validFrom, from) => {
    const [fact, ...more] = read({ validFrom, validTo: '' })
    expect([fact?.object, fact?.from?.toISOString().slice(0, 10), more]).toEqual(['levothyroxine', from, []])
  })

  it('has a date that the answer counted from the own words, and no other date of the answer', () => {
    const control = { subject: 'control', predicate: 'date', object: 'about 26 November 2026' }
    const answer = 'The control falls on about 26 November 2026.'
    const of = (quote: string) => read({ ...control, quote }, { prose: quote, answer }).length
    expect([of('control in six weeks'), of('control some day soon')]).toEqual([1, 0])
  })

  it('is kept if a tool says the words that the rules of facts give, and dropped if it says others', () => {
    const of = (fact: object) => read(fact, { results: 'The user takes ibuprofen for her knee.' }).length
    expect([of({}), of({ object: 'ibuprofen' }), of({ subject: 'knee' })]).toEqual([1, 0, 0])
  })

  it('replaces what it is about, though a wrong id names something else, such as a medicine', () => {
    const said = 'The concert in Vienna moved to 21 April.'
    const concert = { subject: 'concert in Vienna', predicate: 'date', object: '21 April', quote: said }
    const pill = aStatement(1, 'user', 'takes', 'warfarin')
    const date = aStatement(2, 'concert in Vienna', 'date', '14 April')
    const of = (fact: object, known: ReturnType<typeof aStatement>[]) =>
      read(fact, { prose: said, known }).map((one) => `${one.subject} ${one.predicate} ${one.object}`)
    const moved = ['concert in Vienna date not 14 April', 'concert in Vienna date 21 April']
    expect(of({ ...concert, replaces: 'f1' }, [pill, date])).toEqual(moved)
    expect(of({ ...concert, replaces: 'f2' }, [pill, date])).toEqual(moved)
    expect(of({ ...concert, replaces: 'f1' }, [pill])).toEqual(['concert in Vienna date 21 April'])
    expect(of({ ...concert, ends: 'f1' }, [pill])).toEqual([])
  })

  it('is kept under the usual predicate, without the note beside it', () => {
    expect(standardPredicate('takes (medicine)')).toBe('takes')
  })
})
