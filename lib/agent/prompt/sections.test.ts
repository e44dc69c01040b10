import { expect, it } from 'vitest'
import type { TurnState } from '@/lib/agent/turn-state'
import { summaries } from './sections'

it('a summary is of the product it was imported from only when all of its turns were', () => {
  const of = (from: number, to: number): TurnState['summaries'][number] => ({
    id: `s${from}`,
    from,
    to,
    level: from === to ? 0 : 1,
    text: 'All of it.',
    tokens: 3,
  })
  const outside = { importedTo: 5, answerer: 'ChatGPT', read: [] }
  const items = summaries({ summaries: [of(1, 5), of(5, 5), of(1, 6), of(6, 10)], outside }).map(
    ({ item }) => [item.attributes.source, item.attributes.product],
  )
  expect(items).toEqual([
    ['import', 'ChatGPT'],
    ['import', 'ChatGPT'],
    ['import', undefined],
    [undefined, undefined],
  ])
})
