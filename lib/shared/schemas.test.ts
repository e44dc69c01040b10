import { describe, expect, it } from 'vitest'
import { searchIn } from './schemas'

describe('the search in the address of a page', () => {
  it.each([
    ['oak', 'oak'],
    ['\0', ''],
    ['\ud800', ''],
    ['x'.repeat(301), ''],
    [undefined, ''],
    [['oak', 'elm'], ''],
  ])('%j is searched for as %j', (q, search) => {
    expect(searchIn(q)).toBe(search)
  })
})
