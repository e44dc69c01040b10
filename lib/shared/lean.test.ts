import { describe, expect, it, vi } from 'vitest'
import { lean } from './lean'

const flags = vi.hoisted(() => [] as string[])
vi.mock('node:v8', async (original) => ({
  ...(await original<object>()),
  setFlagsFromString: (flag: string) => void flags.push(flag),
}))

describe('an import that runs', () => {
  it('keeps the heap small until the last one ends, then restores the default, also on failure', async () => {
    let end = () => {}
    const first = lean(() => new Promise<void>((resolve) => (end = resolve)))
    await expect(lean(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(flags).toEqual(['--heap-growing-percent=40'])
    end()
    await first
    expect(flags).toEqual(['--heap-growing-percent=40', '--heap-growing-percent=0'])
  })
})
