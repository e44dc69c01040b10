import { describe, expect, it, vi } from 'vitest'
import { factsFor } from '@/lib/memory/facts/known-facts'
import { aStatement as said } from '@/lib/memory/facts/testing'
import { type Fact, latest, timelineOf } from '@/lib/memory/facts/timeline'
import type { MemoryContext } from '@/lib/memory/recall/recall-query'
import { lookUp } from './lookup-facts'

vi.mock('@/lib/memory/facts/known-facts', () => ({ factsFor: vi.fn() }))

const now = new Date('2026-06-01T12:00:00Z')
const memory = { now: () => now, zone: 'UTC' } as MemoryContext
const day = (text: string) => new Date(`${text}T00:00:00Z`)
const from = (text: string) => ({ from: day(text) })
const facts = timelineOf(
  [
    said(1, 'user', 'lives in', 'Ghent'),
    said(2, 'user', 'likes', 'jazz'),
    said(3, 'book', 'deadline', '10 January 2027'),
    said(4, 'wedding', 'viewing', 'barn'),
    said(5, 'wedding', 'viewing', 'not barn'),
    said(6, 'user', 'lives in', 'Rotterdam', from('2027-01-16')),
    said(7, 'flat', 'rent', '1,500', from('2027-03-01')),
    said(8, 'control', 'date', 'about 26 November'),
    ...Array.from({ length: 12 }, (_, i) => said(10 + i, 'wedding', `guest ${i}`, `Person ${i}`)),
  ],
  now,
)
const words = (found: readonly Fact[]) =>
  found.map(latest).map(({ subject, predicate, object }) => `${subject} ${predicate} ${object}`)
const range = (a: string, b: string) => ({ from: day(a), to: day(b) })
async function look(asked: Parameters<typeof lookUp>[1], within: ReturnType<typeof range> | null = null) {
  vi.mocked(factsFor).mockResolvedValue(facts)
  const { found, more } = await lookUp(memory, asked, within)
  return { found: words(found), more }
}

describe('facts that are looked up', () => {
  it('say that none matches, with the closest few', async () => {
    const { found, more } = await look({ subject: 'user', predicate: 'day off' })
    expect(more).toBe('No fact matches. The closest:')
    expect(found).toEqual(['user lives in Rotterdam', 'user likes jazz', 'user lives in Ghent'])
    const many = await look({ subject: 'wedding', predicate: 'cake' })
    expect([many.found.length, many.more]).toEqual([5, more])
    expect(await look({ subject: 'boat', predicate: 'berth' })).toEqual({ found: [], more })
    expect(await look({ query: 'astronomy' })).toEqual({ found: [], more })
  })

  it('of a time to come are what begins, ends or has its day in it', async () => {
    const { found } = await look({}, range('2026-11-01', '2027-03-31'))
    expect(found).toEqual([
      'user lives in Ghent',
      'book deadline 10 January 2027',
      'user lives in Rotterdam',
      'flat rent 1,500',
      'control date about 26 November',
    ])
    expect((await look({}, range('2026-12-01', '2026-12-31'))).found).toHaveLength(12)
    expect((await look({ query: 'appointments' }, range('2026-11-01', '2026-12-31'))).found).toEqual([
      'control date about 26 November',
    ])
  })

  it('hold at the time that is asked for, whenever they were said', async () => {
    const home = { subject: 'user', predicate: 'lives in' }
    expect((await look(home, range('2027-02-01', '2027-02-02'))).found).toEqual(['user lives in Rotterdam'])
    expect((await look(home, range('2026-12-01', '2026-12-02'))).found).toEqual(['user lives in Ghent'])
  })

  it('list what is over with when it ended, not with a denial beside it', async () => {
    expect((await look({ subject: 'wedding', predicate: 'viewing' })).found).toEqual(['wedding viewing barn'])
  })
})
