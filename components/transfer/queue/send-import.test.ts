import { describe, expect, it } from 'vitest'
import { lineReader } from './import-queue'

const progress = (turns: number) => ({
  progress: { bytesRead: 1, bytesTotal: null, conversations: 0, turns, current: 'A “quoted”\nname' },
})

describe('lines of a growing answer', () => {
  it('are each read once, whatever the pieces they come in', () => {
    const text = [progress(1), progress(2), { error: { code: 'invalid', message: 'No.' } }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('')
    for (const size of [1, 7, 50, text.length]) {
      const linesIn = lineReader()
      const read: unknown[] = []
      for (let end = size; end < text.length + size; end += size) read.push(...linesIn(text.slice(0, end)))
      expect(read).toEqual([progress(1), progress(2), { error: { code: 'invalid', message: 'No.' } }])
    }
  })

  it('that are no JSON, or of another shape, are passed over', () => {
    expect(lineReader()(`<html>\n{"x":1}\n\n${JSON.stringify(progress(3))}\n{"cut":`)).toEqual([progress(3)])
  })
})
