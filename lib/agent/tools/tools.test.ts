import { describe, expect, it } from 'vitest'
import { checkedCall, parametersOf } from '@/lib/model/call/tool-calls'
import { TOOLS, toolsOf } from './registry'
import { batches } from './run-tools'

const specs = TOOLS.map(({ spec }) => spec)
const read = (name: string, args: unknown) => checkedCall('c', name, args, specs)
const argsOf = (name: string, args: unknown) => {
  const call = read(name, args)
  return call.problem ?? call.args
}

describe('the arguments of a tool', () => {
  it.each([
    ['read_file', { file_path: 'a.md' }, { path: 'a.md' }],
    ['read_file', { filepath: 'a.md', startLine: '5', line_end: '9' }, { path: 'a.md', from: 5, to: 9 }],
    ['write_file', { file_path: 'a.md', content: 'A' }, { path: 'a.md', text: 'A' }],
    ['write_file', { path: 'a', text: ['1st line', '2nd'] }, { path: 'a', text: '1st line\n2nd' }],
    ['write_file', { path: 'a.json', content: { a: 1 } }, { path: 'a.json', text: '{\n  "a": 1\n}' }],
    [
      'edit_file',
      { file_path: 'a.md', old_string: 'A', new_string: 'B', replace_all: 'true' },
      { path: 'a.md', find: 'A', replace: 'B', all: true },
    ],
    ['search_files', { pattern: 'boat' }, { text: 'boat' }],
    ['get_state', null, {}],
    ['set_state', { name: 'status', value: 'true' }, { key: 'status', value: 'true' }],
    ['search_memories', { keywords: ['red', 'boat'] }, { query: 'red boat' }],
    ['search_memories', { query: 'boat', keywords: ['red'], limit: '5' }, { query: 'boat', limit: 5 }],
    [
      'search_memories',
      { q: 'boat', timeRange: 'last_7_days' },
      { query: 'boat', time_range: 'last_7_days' },
    ],
    ['recall_context', { keywords: '["boat", "red"]' }, { keywords: ['boat', 'red'] }],
    ['recall_context', { turns: ['t3', 4] }, { ids: ['t3', '4'] }],
    [
      'analyze_topic',
      { query: 'boats', period: 'last_7_days' },
      { topic: 'boats', time_range: 'last_7_days' },
    ],
    ['continue_thinking', { continue_thinking: 'false' }, { continueThinking: false, reason: '' }],
    ['read_file', '{"file_path": "a.md"}', { path: 'a.md' }],
    ['read_file', '"{\\"path\\": \\"a.md\\"}"', { path: 'a.md' }],
    ['read_file', { arguments: { path: 'a.md' } }, { path: 'a.md' }],
  ])('%s understands %j', (name, given, understood) => expect(argsOf(name, given)).toEqual(understood))

  it('are taken as they are where they fit, whatever else they could mean', () => {
    const args = { path: 'true', text: '[1]' }
    expect(argsOf('write_file', args)).toEqual(args)
    expect(argsOf('set_state', { key: 'a', value: null })).toEqual({ key: 'a', value: null })
  })

  it.each([
    [
      'read_file',
      { paths: ['a.md'], mode: 'r' },
      /at path\nNot known: "paths", "mode"\. The arguments are: path, from, to\.$/,
    ],
    ['edit_file', { path: 'a', old_string: 'A' }, /at replace$/],
    ['read_file', { path: null }, /at path$/],
    ['search_memories', { query: 'a', limit: 'many' }, /at limit$/],
    ['read_file', ['a.md'], /not valid JSON/],
    ['read_file', '{"path": "uncl', /not valid JSON/],
  ])('%s of %j are refused with what is missing and what is not known', (name, given, words) =>
    expect(argsOf(name, given)).toMatch(words),
  )

  it('reach storage without NUL or lone surrogates, also out of a text of JSON', () => {
    expect(argsOf('write_file', '{"path": "a", "text": "\\u0000 \\ud800"}')).toEqual({
      path: 'a',
      text: '\ufffd \ufffd',
    })
  })

  it('have no alias that another argument of their tool is called', () => {
    for (const { name, inputSchema } of specs)
      for (const argument of Object.keys(parametersOf(inputSchema).properties ?? {})) {
        const given = { [argument]: 'x' }
        const { problem, args } = read(name, given)
        if (problem === null) expect(Object.keys(args as object)).toContain(argument)
        else expect(problem).not.toContain('Not known')
      }
  })
})

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
