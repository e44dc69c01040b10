import { describe, expect, it } from 'vitest'
import type { SearchHit } from '@/lib/shared/memory/search'
import { foundName, foundNode } from './found-name'
import { groupHits } from './group-hits'

it.each([
  [{ kind: 'turn', refId: 't7', turnId: 't7', turnNumber: 7 }, 'Message 7', 't7'],
  [
    { kind: 'file', refId: 'c1:notes/my plan: a.md', turnId: 't7', turnNumber: 7 },
    'notes/my plan: a.md',
    'file:c1:notes/my plan: a.md',
  ],
  [
    { kind: 'summary', refId: 'sum_7', turnId: 't7', turnNumber: 7, covers: { from: 7, to: 7 } },
    'Summary of message 7',
    'summary:sum_7',
  ],
  [
    { kind: 'summary', refId: 'rol_1', turnId: 't10', turnNumber: 10, covers: { from: 1, to: 10 } },
    'Summary of messages 1-10',
    'roll-up:rol_1',
  ],
] as const)('%j is called %s and stands in the graph as %s', (hit, name, node) => {
  expect([foundName(hit), foundNode(hit)]).toEqual([name, node])
})

const hit = (kind: SearchHit['kind'], turnNumber: number, more: Partial<SearchHit> = {}): SearchHit => ({
  kind,
  refId: `${kind} ${turnNumber}`,
  node: '',
  conversationId: 'c1',
  branchId: `main of ${more.conversationId ?? 'c1'}`,
  conversationTitle: '',
  turnId: `t${turnNumber}`,
  turnNumber,
  fromNumber: turnNumber,
  at: '',
  speaker: 'user',
  name: '',
  excerpt: { text: '', marks: [], before: false, after: false },
  score: 0,
  parts: {},
  ...more,
})
const answer = (number: number) => hit('message', number, { part: 'assistant', speaker: 'assistant' })
const summary = (from: number, to: number, more: Partial<SearchHit> = {}) =>
  hit('summary', to, { fromNumber: from, ...more })
const shape = (hits: SearchHit[]) =>
  groupHits(hits).map(({ hit, also }) =>
    [hit, ...also].map((one) => `${one.part ?? one.kind} ${one.fromNumber}-${one.turnNumber}`),
  )

describe('what was found several times', () => {
  it('is not joined across branches, whose turns have the same numbers', () => {
    const edited = { branchId: 'edited' }
    expect(shape([hit('message', 3), summary(3, 3, edited)])).toEqual([['message 3-3'], ['summary 3-3']])
    expect(
      shape([hit('message', 3), hit('message', 3, { ...edited, refId: 'other' }), summary(3, 3, edited)]),
    ).toEqual([['message 3-3'], ['message 3-3', 'summary 3-3']])
  })

  it('gives one row per turn: its other side and its summaries go below the message found first', () => {
    expect(shape([hit('message', 3), summary(3, 3), hit('message', 9), answer(3), summary(1, 8)])).toEqual([
      ['message 3-3', 'assistant 3-3', 'summary 3-3', 'summary 1-8'],
      ['message 9-9'],
    ])
  })

  it('keeps apart another conversation, other turns’ summaries, earlier summaries, and files', () => {
    const rows = [
      summary(1, 8),
      hit('message', 3),
      summary(1, 8, { conversationId: 'c2' }),
      summary(4, 6),
      hit('file', 3),
    ]
    expect(shape(rows)).toHaveLength(rows.length)
  })

  it('loses nothing and keeps the order of the rows', () => {
    const rows = [answer(2), hit('file', 2), summary(1, 2), hit('message', 2), hit('message', 1)]
    const groups = groupHits(rows)
    expect(groups.flatMap(({ hit, also }) => [hit, ...also])).toHaveLength(rows.length)
    expect(groups.map((group) => rows.indexOf(group.hit))).toEqual([0, 1, 4])
  })
})
