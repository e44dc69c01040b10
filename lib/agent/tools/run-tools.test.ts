import { expect, it } from 'vitest'
import { toolsOf } from './registry'
import { batches } from './run-tools'

it('calls that only read run side by side, four at a time; any other call is alone', () => {
  const names = (count: number) => Array.from({ length: count }, () => 'search_memories')
  const calls = [...names(6), 'write_file', 'search_memories', 'no_such_tool', ...names(2)]
  const found = batches(
    calls.map((name, i) => ({ id: `call_${i}`, name, args: {}, problem: null })),
    toolsOf('act', 'owner'),
  )
  expect(found.map((batch) => batch.length)).toEqual([4, 2, 1, 1, 1, 2])
  expect(found.map(([first]) => first?.name).filter((name) => name !== 'search_memories')).toEqual([
    'write_file',
    'no_such_tool',
  ])
})
