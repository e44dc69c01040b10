import { expect, it } from 'vitest'
import { z } from 'zod'
import { readArguments } from './tool-arguments'
import { parametersOf } from './tool-calls'

it('joins a list of lines to a text', () => {
  const schema = z.object({ path: z.string(), text: z.string() })
  expect(readArguments(schema, parametersOf(schema), { path: 'a', text: ['line 1', 'line 2'] })).toEqual({
    ok: true,
    args: { path: 'a', text: 'line 1\nline 2' },
  })
})
