import { expect, it } from 'vitest'
import { callIn, isRepeat, toolPiece } from './context'

const call = { name: 'edit_file', ok: false, args: { path: 'a.md', find: '\n' }, result: 'Two\nlines.' }

it('a tool call is read from its piece as it was made', () => {
  expect(callIn(toolPiece(call, 0))).toEqual(call)
  expect(callIn(toolPiece({ ...call, args: null, ok: true }, 11))).toEqual({ ...call, args: {}, ok: true })
})

it('arguments that were forgotten or cut are none', () => {
  const title = 'Tool call 1: list_files'
  expect(callIn({ who: 'tool', title, text: '' })).toEqual({
    name: 'list_files',
    ok: true,
    args: {},
    result: '',
  })
  expect(callIn({ who: 'tool', title, text: '{"pa\nDone.' })?.result).toBe('Done.')
  expect(callIn({ who: 'tool', title: 'Tool call: list_files', text: '[]' })?.args).toEqual({})
})

it('an answer under the heading of a tool call is none', () => {
  expect(callIn({ who: 'assistant', title: 'Tool call 1: list_files', text: '{}' })).toBeNull()
})

it('what recalls, or repeats the answer, is recognised by its name', () => {
  expect(isRepeat(toolPiece({ ...call, name: 'complete_task' }, 0))).toBe(true)
  expect(isRepeat(toolPiece({ ...call, name: 'lookup_facts' }, 0))).toBe(true)
  expect(isRepeat(toolPiece({ ...call, name: 'write_file', ok: true }, 0))).toBe(true)
  expect(isRepeat(toolPiece({ ...call, name: 'write_file', ok: false }, 0))).toBe(false)
  expect(isRepeat({ who: 'file', title: 'Files' })).toBe(true)
  expect(isRepeat({ who: 'file', title: 'File a.md' })).toBe(false)
})
