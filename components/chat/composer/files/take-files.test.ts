import { describe, expect, it } from 'vitest'
import { takeFiles } from './take-files'

const files = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('files to attach', () => {
  it.each([
    [0, 3, 3, null],
    [0, 20, 20, null],
    [0, 22, 20, 'At most 20 files per message, so 2 were left out.'],
    [19, 2, 1, 'At most 20 files per message, so 1 was left out.'],
    [20, 1, 0, 'At most 20 files per message, so 1 was left out.'],
  ])('%i listed and %i more: %i are taken, and what is left out is said', (listed, more, taken, said) => {
    const result = takeFiles(listed, files(more))
    expect(result.taken).toEqual(files(taken))
    expect(result.problem?.message ?? null).toBe(said)
  })
})
