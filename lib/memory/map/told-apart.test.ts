import { expect, it } from 'vitest'
import { toldApart } from './shown-topics'

const names = (...all: [name: string, telling?: string][]) => [
  ...toldApart(
    all.map(([name, telling]) => ({ name, telling })),
    ({ name }) => name,
    ({ telling }) => telling,
  ).values(),
]

it('no two names are the same: what tells twins apart is added, else a number', () => {
  expect(names(['Boat'], ['Hello', 'May 3'], ['hello', 'June 1'])).toEqual([
    'Boat',
    'Hello (May 3)',
    'hello (June 1)',
  ])
  expect(names(['Hello', 'May 3'], ['Hello', 'May 3'], ['Hello'], ['Boat', 'May 3'])).toEqual([
    'Hello (May 3)',
    'Hello (May 3) 2',
    'Hello',
    'Boat',
  ])
})
