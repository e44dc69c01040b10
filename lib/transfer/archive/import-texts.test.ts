import { describe, expect, it, vi } from 'vitest'
import { sha256 } from '@/lib/db/engine/blobs'
import { ImportTexts } from './import-texts'

vi.mock('@/lib/shared/limits', async (original) => {
  const { limits } = await original<typeof import('@/lib/shared/limits')>()
  return { limits: { ...limits, transfer: { ...limits.transfer, importTexts: 3 } } }
})

describe('the texts of a Mneme export', () => {
  it('are limited in number; one more refuses its conversation, and the next one starts fresh', async () => {
    const importTexts = new ImportTexts(null)
    const add = (text: string) => importTexts.add({ hash: sha256(text), text, tokens: 1 })
    const held = async () => Promise.all([...importTexts.checked().values()].map((text) => text.read()))
    for (const text of ['one', 'two', 'three']) await add(text)
    expect(await held()).toEqual(['one', 'two', 'three'])
    await importTexts.replace(sha256('two'), 'another')
    expect(await held()).toEqual(['one', 'another', 'three'])
    for (const text of ['four', 'five']) await add(text)
    expect(() => importTexts.checked()).toThrow('It contains more than 3 texts.')
    await importTexts.clear()
    await add('six')
    expect(await held()).toEqual(['six'])
  })
})
