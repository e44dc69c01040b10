/** @module-tag full */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cpuMs } from '@/lib/shared/testing-cpu'
import { type Options, Separator } from './separator'

const tools = [
  { name: 'write_file', description: '', inputSchema: z.object({ path: z.string(), text: z.string() }) },
]
const OPENINGS = [
  '',
  '<tool_call>',
  '<tool_call>{"name":"write_file","a":"',
  '\n```json\n',
  '\n`',
  '<think>',
  '</s>',
]
const UNITS = [
  'word ',
  ' ',
  '\n',
  '`',
  '```\n',
  '```\n{',
  '~',
  '<',
  '[',
  '{"a":',
  '{"name":"write_file"}\n',
  '\n{"tool": "',
  '<think>',
  '</think> ',
  ' </think> a',
  '`</think>` ',
  '<|im_end|>',
  '</s> ',
  '<tool_call>',
  '<tool_call>{',
  '<tool_call>[{}</tool_call>',
  '<write_file><a>',
  '<function=write_file>',
  '<parameter=a>',
  '<parameter name="a"',
  '<arg_key>',
  'write_file ',
]
const WAYS: Partial<Options>[] = [{}, { calls: 'agreed' }, { opensThinking: true }, { json: true }]

function cost(text: string, step: number, way: Partial<Options>): number {
  const separator = new Separator({ tools, opensThinking: false, calls: 'usual', json: false, ...way })
  return cpuMs(() => {
    for (let at = 0; at < text.length; at += step) separator.next(text.slice(at, at + step))
    separator.end(true)
  })
}
/** Four times the text may take this much longer, and what a collection of garbage takes. */
const [GROWTH, PAUSE_MS] = [8, 100]
function isSlow(opening: string, unit: string, chars: number, step: number, way: Partial<Options> = {}) {
  const text = (length: number) => `${opening}${unit.repeat(Math.ceil(length / unit.length))}.`
  // A second time, if the machine was busy with the first.
  return [1, 2].every(
    () => cost(text(chars), step, way) > GROWTH * cost(text(chars / 4), step, way) + PAUSE_MS,
  )
}

describe('a text made to be slow to tell apart', () => {
  describe.each([
    ['in pieces of four', 4],
    ['whole', Infinity],
  ])('%s', (_, step) => {
    it.each(OPENINGS)('takes time in proportion to its length after %j', (opening) => {
      const slow = UNITS.flatMap((unit) => WAYS.map((way) => ({ unit, way })))
      expect(slow.filter(({ unit, way }) => isSlow(opening, unit, 60_000, step, way))).toEqual([])
    })
  })

  it.each([
    ['a line without an end', '', 'word '],
    ['a call that stays open', '<tool_call>', 'word '],
    ['the JSON of a call', '<tool_call>{"name":"write_file","a":"', 'word '],
    ['white space after a fence', '\n```json\n', ' '],
    ['spaces after a backtick', '\n`', ' '],
  ])('takes it for 200,000 characters too: %s', (_, opening, unit) => {
    expect(isSlow(opening, unit, 200_000, 4)).toBe(false)
  })
})
