import { describe, expect, it } from 'vitest'
import { highlight } from './code-block'
import { payloads } from './testing-payloads'

describe('highlight', () => {
  it('gives back every character of the code', () => {
    for (const language of ['ts', 'python', 'sql', 'html', '', 'unknown'])
      for (const code of payloads)
        expect(
          highlight(code, language)
            .map((token) => token.text)
            .join(''),
        ).toBe(code)
  })

  it('leaves code of very many tokens plain', () => {
    const code = 'a 1 '.repeat(4_900)
    expect(highlight(code, 'ts')).toEqual([{ kind: 'plain', text: code }])
  })

  it('knows comments, strings, numbers and keywords', () => {
    const kinds = highlight('const a = "x" // note 1\n2', 'ts').filter((token) => token.kind !== 'plain')
    expect(kinds).toEqual([
      { kind: 'keyword', text: 'const' },
      { kind: 'string', text: '"x"' },
      { kind: 'comment', text: '// note 1' },
      { kind: 'number', text: '2' },
    ])
    expect(highlight('# note\nx', 'python')[0]).toEqual({ kind: 'comment', text: '# note' })
  })
})
