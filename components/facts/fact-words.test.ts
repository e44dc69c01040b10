import { describe, expect, it } from 'vitest'
import { subjectName } from '@/lib/shared/memory/fact-sentence'
import { type FactDto, factKey } from '@/lib/shared/memory/facts'
import { formatIn } from '../ui/words/format'
import {
  dayField,
  dayWords,
  differingWords,
  isSaidLate,
  shownEnd,
  subjectFor,
  timelinesOf,
} from './fact-words'

const fact = (predicate: string, object: string): FactDto => ({
  ...{ subject: 'cat', predicate, object, ids: [object], quote: null, sources: [] },
  row: factKey('c', { predicate, object }),
  ...{ from: '2026-11-20T00:00:00.000Z', until: null, pinned: false, status: 'active', origin: 'person' },
})

describe('facts on screen', () => {
  it('stand above the values they replaced, and only those', () => {
    const lines = timelinesOf({
      now: [fact('name', 'Mochi'), fact('likes', 'not tea'), fact('likes', 'fish')],
      earlier: [fact('Name', 'Momo'), fact('likes', 'tea'), fact('name', 'Miso')],
    })
    expect(lines.map(({ now, earlier }) => [now.object, ...earlier.map(({ object }) => object)])).toEqual([
      ['Mochi', 'Momo', 'Miso'],
      ['not tea', 'tea'],
      ['fish'],
    ])
  })

  it('that are to come have replaced nothing yet', () => {
    const acme = { ...fact('name', 'Mo'), from: '2199-01-01T00:00:00.000Z', coming: true } as const
    const lines = timelinesOf({
      now: [acme, fact('name', 'Mochi')],
      earlier: [fact('name', 'Miso')],
    })
    expect(lines.map(({ earlier }) => earlier.length)).toEqual([0, 1])
  })

  it('say what is no longer so, and when a value has no time in which it held', () => {
    const works = (object: string) => ({ subject: 'user', predicate: 'works as', object })
    expect(differingWords(works('not nurse'), works('baker'))).toBe('no longer nurse')
    expect(differingWords(works('nurse'), works('baker'))).toBe('nurse')
    expect(shownEnd(works('not nurse'), true).object).toBe('not any more')
    expect(shownEnd(works('not nurse'), false).object).toBe('not nurse')
    const tea = (predicate: string) => ({ subject: 'user', predicate, object: 'tea' })
    expect(differingWords(tea('likes'), tea('dislikes'))).toBe('likes tea')
    const [lisbon, porto] = [{ from: '2026-11-25T10:00:00.000Z' }, { from: '2026-11-16T00:00:00.000Z' }]
    expect([isSaidLate(lisbon, porto), isSaidLate(porto, lisbon)]).toEqual([true, false])
  })

  it('call the person You, whatever the person types', () => {
    expect(['me', 'You', ' I ', 'the cat'].map(subjectFor)).toEqual(['user', 'user', 'user', 'the cat'])
    expect(['user', 'cat', 'Ana'].map(subjectName)).toEqual(['You', 'Cat', 'Ana'])
  })

  it('keep a date without a time on its day in every time zone', () => {
    const zone = process.env.TZ
    process.env.TZ = 'America/Denver'
    try {
      const format = formatIn('en-IE')
      expect(dayWords('2026-11-20T00:00:00.000Z', format, 'America/Denver')).toBe('20 Nov 2026')
      expect(dayWords('2026-11-20T01:00:00.000Z', format, 'America/Denver')).toBe('19 Nov 2026')
      expect(dayWords('2026-11-20T01:00:00.000Z', format, 'UTC')).toBe('20 Nov 2026')
      expect([dayWords('2019', format, ''), dayWords('2019-03', format, '')]).toEqual(['2019', 'March 2019'])
      const field = (at: string) => dayField(at, 'America/Denver')
      expect(['2026-11-20T00:00:00.000Z', '2026-11-20T01:00:00.000Z', '2019', '2019-03'].map(field)).toEqual([
        ...['2026-11-20', '2026-11-19', '2019-01-01', '2019-03-01'],
      ])
    } finally {
      process.env.TZ = zone
    }
  })
})
