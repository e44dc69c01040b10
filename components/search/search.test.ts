import { describe, expect, it } from 'vitest'
import { partWords } from '@/components/ui/words/why-words'
import type { SearchHit, SearchPage } from '@/lib/shared/memory/search'
import { formatIn } from '../ui/words/format'
import { graphHref, pageHref } from './address/hit-links'
import { NO_FILTERS } from './address/place'
import { LatestOnly } from './use-search'
import { alsoWords, foundWords, nothingWords, placeWords, reasons } from './words'

function harness() {
  const [asked, answered]: [string[], string[]] = [[], []]
  const open = new Map<string, (answer: string) => void>()
  const signals = new Map<string, AbortSignal>()
  let time = 0
  const latest = new LatestOnly<string>(
    (question, signal) => {
      asked.push(question)
      signals.set(question, signal)
      return new Promise((resolve) => open.set(question, resolve))
    },
    (question, answer) => answered.push(`${question}: ${answer}`),
    1_000,
    () => time,
  )
  const answer = async (question: string) => {
    open.get(question)?.('yes')
    await Promise.resolve()
  }
  const wait = (ms: number) => {
    time += ms
  }
  return { latest, asked, answered, signals, answer, wait }
}

describe('only the latest question', () => {
  it('is asked after the one that runs; those between are never asked', async () => {
    const { latest, asked, answered, answer } = harness()
    for (const text of ['f', 'fe', 'fer', 'ferr']) latest.want(text)
    expect(asked).toEqual(['f'])
    await answer('f')
    expect([asked, answered]).toEqual([['f', 'ferr'], ['f: yes']])
    await answer('ferr')
    expect([asked, answered]).toEqual([
      ['f', 'ferr'],
      ['f: yes', 'ferr: yes'],
    ])
  })
  it('waits for none that hangs, and for none when nothing is wanted any more', async () => {
    const { latest, asked, answered, signals, answer, wait } = harness()
    latest.want('f')
    wait(1_001)
    latest.want('fe')
    expect([asked, signals.get('f')?.aborted]).toEqual([['f', 'fe'], true])
    latest.want(null)
    expect(signals.get('fe')?.aborted).toBe(true)
    await answer('f')
    await answer('fe')
    expect(answered).toEqual([])
  })
})

const format = formatIn('en-GB')
const hit = (over: Partial<SearchHit>): SearchHit => ({
  ...{
    kind: 'message',
    refId: 't',
    node: 'turn:t',
    conversationId: 'c',
    conversationTitle: '',
    branchId: 'b',
    turnId: 't',
    turnNumber: 7,
    fromNumber: 7,
    at: '2023-05-03T12:00:00.000Z',
  },
  ...{
    speaker: 'Caroline',
    name: '',
    excerpt: { text: '', marks: [], before: false, after: false },
    score: 0.5,
    parts: {},
  },
  ...over,
})

describe('the words of a hit', () => {
  it('say where it stands', () => {
    expect(placeWords(hit({}), format).join(' · ')).toBe('Message 7 · 3 May 2023 · Caroline')
    expect(placeWords(hit({ speaker: 'user' }), format).at(-1)).toBe('You')
    expect(placeWords(hit({ kind: 'summary', speaker: '', fromNumber: 1, turnNumber: 10 }), format)[0]).toBe(
      'Summary of messages 1 to 10',
    )
    expect(placeWords(hit({ kind: 'file', speaker: '', name: 'plans/garden.md' }), format)).toEqual([
      'plans/garden.md',
      'as of message 7',
      '3 May 2023',
    ])
  })
  it('say since when a fact holds or until when it did, and who states it', () => {
    const fact = (over: Partial<SearchHit>) =>
      placeWords(hit({ kind: 'fact', speaker: '', name: 'cat', until: null, ...over }), format)
    expect(fact({})).toEqual(['Fact', 'since 3 May 2023', 'Message 7'])
    expect(fact({ until: '2023-06-01T12:00:00.000Z' })).toEqual([
      'Fact, replaced',
      '3 May 2023 to 1 Jun 2023',
      'Message 7',
    ])
    const [since, from] = ['2019', '2023-06-01T00:00:00.000Z']
    expect(fact({ since })[1]).toBe('since 2019')
    expect(fact({ since, until: '2023-06-01T12:00:00.000Z' })[1]).toBe('2019 to 1 Jun 2023')
    expect(fact({ since: from, coming: true })[1]).toBe('from 1 Jun 2023')
    const added = { turnId: null, conversationId: '', turnNumber: 0 }
    expect(fact(added)).toEqual(['Fact', 'since 3 May 2023', 'added by you'])
    expect(pageHref(hit({ kind: 'fact', name: 'my cat', ...added }))).toBe('/facts?q=my+cat')
    expect(pageHref(hit({ kind: 'fact', name: 'cat' }))).toMatch(/^\/c\/c\?at=t/)
  })
  it('say which strategy it is, its status unless it is in use, and where it was learned', () => {
    const lesson = (over: Partial<SearchHit>) =>
      hit({ kind: 'strategy', speaker: '', name: 'mis-00001', status: 'active', node: 'strategy:s', ...over })
    expect(placeWords(lesson({}), format)).toEqual(['Lesson', 'learned in message 7', '3 May 2023'])
    expect(placeWords(lesson({ status: 'quarantined' }), format)[1]).toBe('Set aside')
    const added = lesson({ status: 'retired', turnId: null, conversationId: '', turnNumber: 0 })
    expect(placeWords(added, format)).toEqual(['Lesson', 'Retired', '3 May 2023'])
    expect([pageHref(lesson({})), graphHref(added)]).toEqual(Array(2).fill('/playbook?strategy=mis-00001'))
    expect(graphHref(lesson({}))).toBe('/memory?conversation=c&node=strategy%3As')
  })
  it('say where the same turn says it again', () => {
    const also = (over: Partial<SearchHit>) => alsoWords(hit(over), format)
    expect([also({ speaker: 'assistant' }), also({}), also({ speaker: '' })]).toEqual([
      'Also in the answer',
      'Also said by Caroline',
      'Also here',
    ])
    expect(also({ kind: 'summary', fromNumber: 1, turnNumber: 8 })).toBe(
      'Also in the summary of messages 1 to 8',
    )
  })
  it('say why, words first, and leave out what weighs nothing', () => {
    const parts = { neighbours: 0.2, ferry: 0.3, short: -0.1, self: 0.0001, date: 0.25 }
    expect(reasons(hit({ parts }), ['ferry']).map(({ label }) => label)).toEqual([
      '“ferry”',
      partWords('date'),
      partWords('neighbours'),
      'is short',
    ])
  })
})

it('counts results as the list shows them, a row for each turn', () => {
  const all = [hit({}), hit({ part: 'assistant' }), hit({ refId: 'another' })]
  const said = (total: number) => foundWords({ total } as SearchPage, all, formatIn('en'))
  expect([said(3), said(9), said(0)]).toEqual(['2 results', 'First 2 results', 'Nothing found'])
})

describe('the words of a search without results', () => {
  const nothing = (q: string, filters = {}) => nothingWords({ ...NO_FILTERS, order: 'best', q, ...filters })

  it('say that memory does not contain what was searched for', () => {
    expect(nothing(' boat ').title).toBe('Nothing in memory contains “boat”')
    expect(nothing('"red boat"')).toEqual({
      title: 'Nothing in memory contains "red boat"',
      hint: 'A quoted phrase must match exactly.',
    })
    expect(nothing('boat', { who: 'user' })).toEqual({
      title: 'Nothing within these filters contains “boat”',
      hint: 'Your filters may be hiding it.',
    })
    expect(nothing('', { who: 'user' }).title).toBe('Nothing found')
  })

  it('quote only the beginning of a long text', () => {
    expect(nothing('boat '.repeat(1_600)).title).toMatch(/^Nothing in memory contains “boat .{0,80}…”$/)
  })

  it('say it only of words: signs and emoji are not searched for', () => {
    for (const text of ['🏆', '"🏆"', '?!'])
      expect(nothing(text, { who: 'user' })).toEqual({
        title: `${text.startsWith('"') ? text : `“${text}”`} has no words to search for`,
        hint: 'Search looks for words (letters and numbers), not symbols or emoji.',
      })
  })
})
