import { describe, expect, it } from 'vitest'
import { build, parse } from '@/lib/prompts/fence'
import { fileQuotes } from './file-quotes'
import { about, scrubbed, withoutItems } from './quotes'

const gone = (numbers: number[]) => (item: Parameters<typeof about>[0]) => about(item, new Set(numbers))
const section = (items: [Record<string, string>, string][]) =>
  build([{ name: 'recalled', note: '', items: items.map(([attributes, text]) => ({ attributes, text })) }])

describe('a prompt without forgotten items', () => {
  const prompt = section([
    [{ turn: '2', who: 'user' }, 'two\nlines'],
    [{ turn: '3', who: 'user' }, 'three'],
    [{ from: '1', to: '10', level: '1' }, 'one to ten'],
    [{ from: '11', to: '20', level: '1' }, 'eleven to twenty'],
  ])

  it('says so in the place of turns and roll-ups that hold them, and keeps all others', () => {
    expect(parse(withoutItems(prompt, gone([2])))[0]?.items.map((item) => item.text)).toEqual([
      '(forgotten)',
      'three',
      '(forgotten)',
      'eleven to twenty',
    ])
    expect(withoutItems(prompt, gone([]))).toBe(prompt)
  })

  it('finds them inside of other quotations and of JSON', () => {
    const nested = section([[{ turn: '9', who: 'tool', name: 'recall_context' }, prompt]])
    const inner = parse(withoutItems(nested, gone([2])))[0]?.items[0]?.text ?? ''
    expect(parse(inner)[0]?.items.map((item) => item.text)).toEqual([
      '(forgotten)',
      'three',
      '(forgotten)',
      'eleven to twenty',
    ])
    const json = JSON.stringify([{ calls: [], results: [{ id: 'a', text: prompt }] }])
    expect(scrubbed(json, gone([3]))).not.toContain('three')
    expect(JSON.parse(scrubbed(json, gone([3])))[0].results[0].text).toContain('eleven to twenty')
    expect(scrubbed('{ not json', gone([2]))).toBe('{ not json')
  })
})

describe('quotations of a file', () => {
  const quotes = fileQuotes({ of: 'c' }, ['notes.md'], ['A telling line of it.\nshort\n'])

  it('are known by the path where a call or an item names one, else by a line', () => {
    expect(
      ['{"path":"notes.md"}\nok', '{"path":"my-notes.md"}\nok', 'notes.md is mine'].map(quotes.tool),
    ).toEqual([true, false, false])
    expect([
      quotes.line('| | A telling line of it.'),
      quotes.line('short'),
      quotes.names('see notes.md: 3'),
      quotes.names('see notes.mdx'),
    ]).toEqual([true, false, true, false])
  })

  it('go from items of the file and of tools, not from what a person said', () => {
    const text = section([
      [{ file: 'notes.md', bytes: '9' }, 'A telling line of it.'],
      [{ turn: '3', who: 'tool' }, 'A telling line of it.'],
      [{ turn: '3', who: 'user' }, 'A telling line of it. In notes.md'],
    ])
    expect(parse(quotes.scrub(text))[0]?.items).toEqual([
      { attributes: { file: '(forgotten)' }, text: '(forgotten)' },
      { attributes: { turn: '3', who: 'tool' }, text: '(forgotten)' },
      { attributes: { turn: '3', who: 'user' }, text: 'A telling line of it. In notes.md' },
    ])
  })

  it('are of the conversation that an item names, else of the one whose text it is, in quotations inside of it too', () => {
    const text = section([
      [{ file: 'notes.md' }, 'own'],
      [{ turn: '3', who: 'file', file: 'notes.md', conversation: 'c' }, 'of c'],
      [{ turn: '3', who: 'file', file: 'notes.md', conversation: 'd' }, 'of d'],
      [{ turn: '4', who: 'tool', conversation: 'd' }, 'It is in notes.md.\n--- file=notes.md\n| inner of d'],
      [{ turn: '4', who: 'assistant', conversation: 'c' }, '--- file=notes.md\n| inner of c'],
      [{ turn: '5', who: 'tool', conversation: 'd' }, 'A telling line of it.'],
    ])
    const left = (here: string) => {
      const { item } = fileQuotes({ of: 'c', here }, ['notes.md'], ['A telling line of it.'])
      return ['own', 'of c', 'of d', 'inner of d', 'inner of c', 'telling'].filter((one) =>
        scrubbed(text, item).includes(one),
      )
    }
    expect([left('c'), left('d')]).toEqual([
      ['of d', 'inner of d'],
      ['own', 'of d', 'inner of d'],
    ])
  })

  it('go from the exchanges of a step call by call', () => {
    const exchanges = [
      {
        text: '',
        calls: [
          { id: 'a', name: 'read_file', args: { path: 'notes.md' } },
          { id: 'b', name: 'list_files', args: {} },
        ],
        results: [
          { id: 'a', name: 'read_file', text: 'x' },
          { id: 'b', name: 'list_files', text: 'b.md' },
        ],
      },
    ]
    const [left] = JSON.parse(quotes.scrub(JSON.stringify(exchanges)))
    expect([left.calls[0].args, left.results.map((result: { text: string }) => result.text)]).toEqual([
      {},
      ['(forgotten)', 'b.md'],
    ])
  })
})
