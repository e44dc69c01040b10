import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inLineEndings, linesOf, matchingLines, occurrences } from './text-matches'

const text = fc
  .array(fc.constantFrom('a', 'A', 'b', '\n', '\r\n', '.', '*', '-', '/', '(', 'é', '😀', ' '), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))
const wanted = fc
  .array(fc.constantFrom('a', 'B', '.', '*', '-', '/', '(', '[', '\\', '😀', 'é'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(''))

describe('finding text in files', () => {
  it('finds the same lines as looking through them one by one, whatever characters are looked for', () => {
    fc.assert(
      fc.property(text, wanted, (whole, part) => {
        const expected = whole
          .split('\n')
          .flatMap((line, i) =>
            line.toLowerCase().includes(part.toLowerCase())
              ? [{ line: i + 1, text: line.replace(/\r$/, '') }]
              : [],
          )
        expect(matchingLines(whole, part, 1_000)).toEqual(expected)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('finds passages over several lines by the line they begin in', () => {
    expect(matchingLines('one\ntwo\nthree', 'TWO\nth', 100)).toEqual([{ line: 2, text: 'two' }])
  })

  it('cuts a long line around its match, never through a character', () => {
    const [hit] = matchingLines(`${'😀'.repeat(300)}needle${'😀'.repeat(300)}`, 'needle', 41)
    expect(hit?.text).toMatch(/^….*needle.*…$/)
    expect(hit?.text.isWellFormed()).toBe(true)
    expect(hit?.text.length).toBeLessThanOrEqual(43)
    expect(matchingLines('needle at the start, then more', 'needle', 10)[0]?.text).toBe('needle at …')
  })

  it('finds every match in a million characters full of them', () => {
    expect(matchingLines('ab\n'.repeat(333_333), 'b', 240)).toHaveLength(333_333)
  })

  it('counts lines as people do', () => {
    expect(
      [linesOf(''), linesOf('a'), linesOf('a\n'), linesOf('a\n\n'), linesOf('\n')].map(
        (lines) => lines.length,
      ),
    ).toEqual([0, 1, 1, 2, 1])
  })

  it('counts places without overlaps, as replacing does', () => {
    fc.assert(
      fc.property(text, wanted, (whole, part) => {
        expect(occurrences(whole, part)).toBe(whole.split(part).length - 1)
      }),
      { seed: 2 },
    )
  })

  it('takes over the line endings of the file', () => {
    expect(inLineEndings('a\r\nb', 'x\ny\r\nz')).toBe('x\r\ny\r\nz')
    expect(inLineEndings('a\nb', 'x\ny')).toBe('x\ny')
  })
})
