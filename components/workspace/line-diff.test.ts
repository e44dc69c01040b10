import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DiffLine, lineDiff } from './file-changes'

const SIGNS = { same: ' ', added: '+', removed: '-', gap: '~', note: '\\' } as const
const drawn = (lines: DiffLine[] = []) => lines.map((line) => SIGNS[line.kind] + line.text)
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`)

describe('changes between two versions of a file', () => {
  it('are none where nothing changed, and say so when only the last line break did', () => {
    expect(lineDiff('a\nb\n', 'a\nb\n')).toEqual({ lines: [], added: 0, removed: 0, cut: false })
    expect(drawn(lineDiff('a\n', 'a')?.lines)).toEqual(['-a', '+a', '\\no newline at end of file'])
    expect(drawn(lineDiff('', 'a\n')?.lines)).toEqual(['+a'])
    expect(drawn(lineDiff('a', 'b')?.lines)).toEqual(['-a', '+b'])
  })

  it('are cut where there are too many to show, and given up where there are too many to find', () => {
    const [before, after] = [numbered(50).join(''), numbered(50).reverse().join('')]
    expect(lineDiff(before, after, { lines: 10 })).toMatchObject({ cut: true, lines: { length: 10 } })
    expect(lineDiff(before, after, { edits: 5 })).toBeNull()
  })

  it('lead from one text to the other, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', '+x\n', '-y\n', '\\ z\n', '\n'), { maxLength: 12 })
    const side = (lines: DiffLine[], of: 'before' | 'after') =>
      lines.flatMap((line) => (line[of] === null ? [] : [[line[of], `${line.text}\n`]]))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before.join(''), after.join(''))?.lines ?? []
        for (const [number, line] of side(lines, 'before')) expect(before[Number(number) - 1]).toBe(line)
        for (const [number, line] of side(lines, 'after')) expect(after[Number(number) - 1]).toBe(line)
        const without = (all: string[], of: 'before' | 'after', kind: DiffLine['kind']) => {
          const changed = new Set(lines.filter((line) => line.kind === kind).map((line) => line[of]))
          return all.filter((_, i) => !changed.has(i + 1))
        }
        expect(without(before, 'before', 'removed')).toEqual(without(after, 'after', 'added'))
      }),
    )
  })
})
