import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bounds, excess, markdownSize } from './markdown-bounds'
import { type MarkdownPart, markdownPieces } from './markdown-pieces'
import { longTexts } from './testing-long-texts'

const work = (pieces: MarkdownPart[]) => pieces.reduce((sum, piece) => sum + piece.work, 0)
const kinds = (text: string) => markdownPieces(text).map(({ kind }) => kind)
/** The most work for one parse: a block at both limits. */
const MOST_WORK = bounds.chars + 20 * bounds.marks

/** Marks inside code are not marks to the parser. */
const proseOf = (text: string) => text.replace(/^ *```[\s\S]*?(?:```$|(?![\s\S]))/gm, '').split('\n')

describe('the pieces of a Markdown text', () => {
  it('give the parser nothing beyond its bounds, whatever the text', () => {
    expect(longTexts().length).toBeGreaterThanOrEqual(300)
    const beyond = longTexts([3_001, 20_000], [20_000]).flatMap(({ name, text }) =>
      markdownPieces(text)
        .filter(({ kind }) => kind === 'markdown' || kind === 'rows')
        .filter((piece) => excess(markdownSize(proseOf(piece.text))) || piece.work > MOST_WORK)
        .map((piece) => `${name}: ${piece.work}`),
    )
    expect(beyond).toEqual([])
  })

  it('take work that grows with the length, not with its square', () => {
    const steep = longTexts([40_000], [40_000]).flatMap(({ name, text }) => {
      const [half, whole] = [work(markdownPieces(text.slice(0, text.length / 2))), work(markdownPieces(text))]
      return whole > 2.5 * half + 2 * MOST_WORK ? [`${name}: ${half}, ${whole}`] : []
    })
    expect(steep).toEqual([])
  })

  it('keep every word, in order', () => {
    const line = fc.constantFrom(
      '- ',
      '  - ',
      '1. ',
      '> ',
      '> > ',
      '# ',
      '',
      '    ',
      '```\n',
      '   ```\n',
      '| ',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.boolean()), { minLength: 1, maxLength: 300 }), (starts) => {
        const text = starts.map(([start, blank], i) => `${start}word${i}${blank ? '\n' : ''}`).join('\n')
        const kept = markdownPieces(text).flatMap((piece) => [
          ...('language' in piece ? (piece.language.match(/word\d+/g) ?? []) : []),
          ...(piece.text.match(/word\d+/g) ?? []),
        ])
        expect(kept).toEqual(starts.map((_, i) => `word${i}`))
      }),
    )
  })

  it('stay as they are while text is added, but for the last ones', () => {
    for (const { name, text } of longTexts([], [2_000, 10_000, 24_000])) {
      const whole = markdownPieces(text)
      for (const share of [0.2, 0.5, 0.9]) {
        const sofar = markdownPieces(text.slice(0, text.length * share)).slice(0, -2)
        expect(whole.slice(0, sofar.length), name).toEqual(sofar)
      }
    }
  })

  it('leave code as code, however long it is and wherever it stands', () => {
    const code = 'const a = 1\n'.repeat(10_000)
    expect(kinds(`Look:\n\`\`\`ts\n${code}\`\`\`\nDone.`)).toEqual(['markdown', 'code', 'markdown'])
    expect(kinds(`\`\`\`ts\n${code}`)).toEqual(['code'])
    const indented = 'const a = 1\n   '.repeat(1_000)
    expect(kinds(`1. Do:\n\n   \`\`\`ts\n   ${indented}\`\`\`\n2. Done.`)).toEqual(['markdown', 'markdown'])
  })

  it.each([
    ['>'.repeat(2_001), 'nesting'],
    ['- '.repeat(1_501), 'nesting'],
    ['*a_'.repeat(1_000), 'marks'],
    ['['.repeat(50_000), 'length'],
  ])('say why a text is plain', (text, reason) => {
    expect(markdownPieces(text)).toMatchObject([{ kind: 'plain', reason, text: text.trimEnd() }])
  })

  it('leave the end of an endless text plain', () => {
    const pieces = markdownPieces('- a\n'.repeat(100_000))
    expect(pieces.at(-1)).toMatchObject({ kind: 'plain', reason: 'total' })
    expect(work(pieces)).toBeLessThan(bounds.total + 2 * MOST_WORK)
  })
})
