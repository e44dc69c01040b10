import { expect, it } from 'vitest'
import { foundName, foundNode } from './found-name'

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
