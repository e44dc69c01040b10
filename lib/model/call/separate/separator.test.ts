import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Options, type SeparatedPiece, Separator } from './separator'

const tools = [
  { name: 'write_file', description: '', inputSchema: z.object({ path: z.string(), text: z.string() }) },
]

const USUAL: Options = { tools, opensThinking: false, calls: 'example', json: false }

function told(text: string, cuts: readonly number[] = [], options: Partial<Options> = {}) {
  const separator = new Separator({ ...USUAL, ...options })
  const pieces: SeparatedPiece[] = []
  let from = 0
  for (const cut of [...cuts, text.length]) {
    pieces.push(...separator.next(text.slice(from, cut)))
    from = Math.max(from, cut)
  }
  pieces.push(...separator.end(true))
  const out = { text: '', thought: '', calls: [] as unknown[], opens: false }
  for (const piece of pieces) {
    if (piece.type === 'call') out.calls.push(piece.call)
    else if (piece.type === 'answered') out.thought = out.thought.slice(0, -piece.chars)
    else if (piece.type === 'retract') {
      out.opens ||= piece.first
      out.thought += out.text
      out.text = ''
    } else out[piece.type] += piece.text
  }
  // Who shows the text waits for its first word.
  return { ...out, text: out.thought ? out.text.trimStart() : out.text }
}

const CALL = { name: 'write_file', args: { path: 'a.md', text: 'b' } }
const JSON_CALL = '{"name": "write_file", "arguments": {"path": "a.md", "text": "b"}}'
const stays = (text: string) => ({ text, thought: '', calls: [] })
type Case = [
  what: string,
  text: string,
  expected: Partial<ReturnType<typeof told>>,
  options?: Partial<Options>,
]
const CASES: Case[] = [
  ['a thought', '<think>\nHm.\n</think>\n\nYes.', { text: 'Yes.', thought: 'Hm.' }],
  [
    'a thought without its beginning',
    'Hm.\n</think>\n\nYes.',
    { text: 'Yes.', thought: 'Hm.\n', opens: true },
  ],
  ['the same in a line', 'So it is 4.</think>\n\nYes.', { text: 'Yes.', thought: 'So it is 4.' }],
  ['the same before more of its line', 'It is 4.</think>It is 4.', { text: 'It is 4.', thought: 'It is 4.' }],
  [
    'two ends',
    '<think>a <think>b</think> c</think>Yes.',
    { text: 'Yes.', thought: 'a <think>b c', opens: false },
  ],
  ['a tagged call', `So.\n<tool_call>${JSON_CALL}</tool_call>`, { text: 'So.\n', calls: [CALL] }],
  ['a fenced call', `\`\`\`json\n${JSON_CALL}\n\`\`\``, { text: '', calls: [CALL] }],
  [
    'half a call',
    '<tool_call>{"name": "write_file", "argu',
    { text: '', calls: [{ name: 'write_file', args: '{"name": "write_file", "argu' }] },
  ],
  [
    'a call of an unknown tool',
    'So.\n<tool_call>{"name":"web_search","arguments":{"query":"fox"}}</tool_call>\nYes.',
    { text: 'So.\n\nYes.', calls: [{ name: 'web_search', args: { query: 'fox' } }] },
  ],
  [
    'the same in tags',
    '<function=web_search><parameter=query>fox</parameter></function>',
    { text: '', calls: [{ name: 'web_search', args: expect.stringContaining('fox') }] },
  ],
  [
    'a call in broken JSON',
    'So.\n<tool_call>{"name":"write_file","arguments":{"path":"a", }</tool_call>',
    { text: 'So.\n', calls: [{ name: 'write_file', args: expect.stringMatching(/^\{.*\}$/) }] },
  ],
  [
    'a call after one that never closes',
    `<tool_call>{"a": [</tool_call>\n<tool_call>${JSON_CALL}</tool_call>`,
    { calls: [{ name: '', args: '{"a": [' }, CALL] },
  ],
  [
    'the end of a call within it',
    '<tool_call>{"name":"write_file","arguments":{"path":"a","text":"<tool_call>{}</tool_call>"}}</tool_call>',
    { text: '', calls: [{ name: 'write_file', args: { path: 'a', text: '<tool_call>{}</tool_call>' } }] },
  ],
  [
    'the end of tags within them',
    '<tool_call>\n<function=write_file>\n<parameter=text>a </function> b </tool_call> c</parameter>\n</function>\n</tool_call>',
    { text: '', calls: [{ name: 'write_file', args: { text: 'a </function> b </tool_call> c' } }] },
  ],
  [
    'a recipient after a role',
    '<|start|>assistant to=functions.write_file<|channel|>json<|message|>{"path":"a","text":"b"}<|call|>',
    { text: ' ', calls: [{ name: 'write_file', args: { path: 'a', text: 'b' } }] },
  ],
  ['stop marks', '<|start_response|>Yes.<|end_response|> <|im_end|>\n', { text: 'Yes. \n', thought: '' }],
]
const WORDS: [what: string, text: string, options?: Partial<Options>][] = [
  ['a mark within code', 'Write `</think>` there.'],
  ['a mark within a fence', '```\n<think>a</think>\n```\n'],
  ['a fence of tildes', 'So:\n~~~\n<think>\nx\n</think>\n```\n<|im_end|>\n~~~\nDone.'],
  ['a failed call in a fence', 'So:\n```xml\n<tool_call>{"name":"f", }</tool_call>\n```\nDone.'],
  ['a failed call in backticks', 'It is `<tool_call>{"name":"f"}</tool_call>`.'],
  ['a sentence about tags', 'Qwen writes <tool_call> and </tool_call> around {"name": "f"}.'],
  ['a longer fence', '````md\n```\n<think>\n```\n</think>\n````\nDone.'],
  ['indented code', 'So:\n\n    <think>\n    x\n    </think>\n\nDone.'],
  ['a sentence about the end', 'In templates the </think> tag ends the thought. Do not use it.'],
  ['the end first in a sentence', 'Tags.\n</think> ends the thought.'],
  ['the end in quotes', 'It is "</think>", not (</thinking>).'],
  ['XML', 'It is:\n<reasoning>\nwhy\n</reasoning>\nDone.'],
  [
    'a sentence about stop marks',
    'Gemma says <end_of_turn> and <eos>, others </tool_call> or "<|im_end|>" then.',
  ],
  ['other JSON', '{"a": [1, 2]}\nis it.'],
  ['a fenced call as an example', `\`\`\`json\n${JSON_CALL}\n\`\`\`\nwrites a file.`],
  ['an example at the end', `You would send:\n\n\`\`\`json\n${JSON_CALL}\n\`\`\``],
  ['an example without a fence', `You would send:\n\n${JSON_CALL}\n`],
  ['a guess that was none', 'In templates the </think> tag ends it.', { opensThinking: true }],
  [
    'marks within asked JSON',
    '{"a":"the </think> tag","b":"<end_of_turn> </tool_call>\n</think>\n"}',
    { json: true },
  ],
  ['asked JSON that seems to open', '{"a":"the </think> tag"}', { json: true, opensThinking: true }],
]
const GUESSED: Case[] = [
  ['a guessed thought', 'Hm.\n</think>\nYes.', { text: 'Yes.', thought: 'Hm.' }],
  ['an answer', 'Yes.', { text: 'Yes.', thought: '' }],
  ['an explicit thought', '\n<think>abc</think>Yes.', { text: 'Yes.', thought: 'abc' }],
  ['a call alone', `<tool_call>${JSON_CALL}</tool_call>`, { text: '', thought: '', calls: [CALL] }],
  [
    'words and a call',
    `So.\n<tool_call>${JSON_CALL}</tool_call>`,
    { text: 'So.\n', thought: '', calls: [CALL] },
  ],
]

describe('what a model writes', () => {
  it.each<Case>([
    ...CASES,
    ...WORDS.map(([what, text, options]): Case => [what, text, stays(text), options]),
    ...GUESSED.map(([what, text, expected]): Case => [what, text, expected, { opensThinking: true }]),
    ['asked JSON after a thought', 'Hm {a}.\n</think>\n{"a":1}', { text: '{"a":1}' }, { json: true }],
    ['asked JSON before a mark', '{"a":1}<|im_end|>', { text: '{"a":1}' }, { json: true }],
    [
      'a call after words of a model that writes calls',
      `So:\n\n${JSON_CALL}`,
      { text: 'So:\n\n', calls: [CALL] },
      { calls: 'usual' },
    ],
  ])('is told apart wherever the stream is cut: %s', (_, text, expected, options) => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const sorted = cuts.sort((a, b) => a - b)
        expect(told(text, sorted, options)).toMatchObject(expected)
      }),
      { numRuns: 100 },
    )
  })

  it('is read in linear time, whatever it repeats', () => {
    for (const part of ['[', '{"name": ', '<', '`', '```\n{', '<tool_call>', '\n{"tool": "']) {
      const text = part.repeat(Math.ceil(60_000 / part.length))
      expect(
        told(
          text,
          Array.from({ length: 400 }, (_, i) => i * 150),
        ).text.length,
      ).toBeGreaterThan(50_000)
    }
  }, 20_000)
})

describe('what may become a mark is held back', () => {
  const shown = (...deltas: string[]) => {
    const separator = new Separator(USUAL)
    return deltas
      .flatMap((delta) => separator.next(delta))
      .map((piece) => ('text' in piece ? piece.text : ''))
      .join('')
  }
  it('but not the last letter of a word', () => {
    expect(shown('I look for light')).toBe('I look for light')
    expect(shown('I look for ligh', 't')).toBe('I look for light')
    expect(shown('Yes. t')).toBe('Yes. ')
    expect(shown('light<thi')).toBe('light')
  })
})
