import { describe, expect, it, vi } from 'vitest'
import { sha256 } from '@/lib/db/engine/blobs'
import { Shelf } from './shelf'

vi.mock('@/lib/shared/limits', async (original) => {
  const { limits } = await original<typeof import('@/lib/shared/limits')>()
  return { limits: { ...limits, transfer: { ...limits.transfer, shelfTexts: 3 } } }
})

describe('the texts of an own export', () => {
  it('are limited in number; one more refuses its conversation, and the next one starts fresh', async () => {
    const shelf = new Shelf(null)
    const add = (text: string) => shelf.add({ hash: sha256(text), text, tokens: 1 })
    const held = async () => Promise.all([...shelf.checked().values()].map((text) => text.read()))
    for (const text of ['one', 'two', 'three']) await add(text)
    expect(await held()).toEqual(['one', 'two', 'three'])
    await shelf.replace(sha256('two'), 'another')
    expect(await held()).toEqual(['one', 'another', 'three'])
    for (const text of ['four', 'five']) await add(text)
    expect(() => shelf.checked()).toThrow('It contains more than 3 texts.')
    await shelf.clear()
    await add('six')
    expect(await held()).toEqual(['six'])
  })
})
