import { describe, expect, it } from 'vitest'
import { takeFiles } from './use-uploads'

const files = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('files to attach', () => {
  it.each([
    [0, 3, 3, null],
    [0, 20, 20, null],
    [0, 22, 20, 'A message can have up to 20 files; 2 were not attached.'],
    [19, 2, 1, 'A message can have up to 20 files; 1 was not attached.'],
    [20, 1, 0, 'A message can have up to 20 files; 1 was not attached.'],
  ])('%i listed and %i more: %i are taken, and what is left out is said', (listed, more, taken, said) => {
    const result = takeFiles(listed, files(more))
    expect(result.taken).toEqual(files(taken))
    expect(result.problem?.message ?? null).toBe(said)
  })
})
