import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Piece, Separator } from './separator'

const tools = [
  { name: 'write_file', description: '', inputSchema: z.object({ path: z.string(), text: z.string() }) },
]

function told(text: string, cuts: readonly number[] = [], opensThinking = false) {
  const separator = new Separator({ tools, opensThinking, byAgreement: false })
  const pieces: Piece[] = []
  let from = 0
  for (const cut of [...cuts, text.length]) {
    pieces.push(...separator.next(text.slice(from, cut)))
    from = Math.max(from, cut)
  }
  pieces.push(...separator.end(true))
  const out = { text: '', thought: '', calls: [] as unknown[] }
  for (const piece of pieces) {
    if (piece.type === 'text' || piece.type === 'thought') out[piece.type] += piece.text
    else if (piece.type === 'call') out.calls.push(piece.call)
    else if (piece.type === 'answered') out.text += piece.text
    else {
      out.thought += out.text
      out.text = ''
    }
  }
  // Who shows the text waits for its first word.
  return { ...out, text: out.thought ? out.text.trimStart() : out.text }
}

const CALL = { name: 'write_file', args: { path: 'a.md', text: 'b' } }
const JSON_CALL = '{"name": "write_file", "arguments": {"path": "a.md", "text": "b"}}'
const CASES: [what: string, text: string, expected: Partial<ReturnType<typeof told>>][] = [
  ['a thought', '<think>\nHm.\n</think>\n\nYes.', { text: 'Yes.', thought: 'Hm.' }],
  ['a thought without its beginning', 'Hm.\n</think>\n\nYes.', { text: 'Yes.', thought: 'Hm.\n' }],
  ['a mark within code', 'Write `</think>` there.', { text: 'Write `</think>` there.', thought: '' }],
  [
    'a mark within a fence',
    '```\n<think>a</think>\n```\n',
    { text: '```\n<think>a</think>\n```\n', thought: '' },
  ],
  ['a tagged call', `So.\n<tool_call>${JSON_CALL}</tool_call>`, { text: 'So.\n', calls: [CALL] }],
  ['a fenced call', `\`\`\`json\n${JSON_CALL}\n\`\`\``, { text: '', calls: [CALL] }],
  [
    'a fenced call as an example',
    `\`\`\`json\n${JSON_CALL}\n\`\`\`\nwrites a file.`,
    { text: `\`\`\`json\n${JSON_CALL}\n\`\`\`\nwrites a file.`, calls: [] },
  ],
  ['other JSON', '{"a": [1, 2]}\nis it.', { text: '{"a": [1, 2]}\nis it.', calls: [] }],
  [
    'half a call',
    '<tool_call>{"name": "write_file", "argu',
    { text: '<tool_call>{"name": "write_file", "argu', calls: [] },
  ],
]

describe('what a model writes', () => {
  it.each(CASES)('is told apart wherever the stream is cut: %s', (_, text, expected) => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        expect(
          told(
            text,
            cuts.sort((a, b) => a - b),
          ),
        ).toMatchObject(expected)
      }),
      { numRuns: 100 },
    )
  })

  it('may begin within a thought, and is the answer if that never ends', () => {
    expect(told('Hm.\n</think>\nYes.', [], true)).toMatchObject({ text: 'Yes.', thought: 'Hm.' })
    expect(told('Yes.', [], true).text).toBe('Yes.')
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
    const separator = new Separator({ tools, opensThinking: false, byAgreement: false })
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
