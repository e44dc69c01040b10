import { expect, it } from 'vitest'
import { searchesFor } from './retrieve'

it.each([
  ['So what was it again that we said about the plumbing budget, please?', ['plumbing budget']],
  ['plumbing budget', ['plumbing budget']],
  [
    'Could you ask Saskia whether the plumber fits on 13 April?',
    ['ask Saskia whether plumber fits 13 April', 'Saskia 13 April'],
  ],
  ['Saskia? 13 April?', ['Saskia 13 April', '13 April']],
  ['Wo war das noch?', []],
])('searches by telling words, and by the names and numbers among them: %s', (message, texts) => {
  const { keywords, also } = searchesFor(message)
  expect(keywords.join(' ')).toBe(message)
  expect(also.map(({ text }) => text)).toEqual(texts)
})

it('weighs names by their share of the telling words', () => {
  const { also } = searchesFor('When does the plumber call Saskia?')
  expect(also.map(({ share }) => share)).toEqual([1, 1 / 3])
})
