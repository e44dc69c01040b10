import { describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { limits } from '@/lib/shared/limits'
import { exported, importJson, importText } from './testing-import'

const talk = (id: string) => ({ id, messages: [{ role: 'user', content: `Boat ${id}.` }] })

describe('the report of an import', () => {
  it('names an added conversation behind more refused ones than it lists', async () => {
    const test = await testDb()
    const refused = limits.transfer.reported + 1
    const report = await importJson(test, [...Array.from({ length: refused }, () => 7), talk('a')])
    expect([report.refused, report.added, report.conversations.length]).toEqual([
      refused,
      1,
      limits.transfer.reported + 1,
    ])
    expect(report.conversations.at(-1)).toMatchObject({ sourceId: 'a', status: 'added' })
    await test.close()
  })

  it.each([
    ['UTF-16 with a mark', Buffer.from('\ufeff[]', 'utf16le'), 'The file is not UTF-8 text.'],
    ['UTF-16 without one', Buffer.from('[]', 'utf16le'), 'The file is not UTF-8 text.'],
    ['fewer bytes than a signature', Buffer.from('x'), 'This is neither a ZIP nor a JSON file.'],
    [
      'text that begins like JSON',
      Buffer.from('not a real picture'),
      'This is neither a ZIP nor a JSON file.',
    ],
  ])('says what the file is, however it is cut: %s', async (_, bytes, message) => {
    const test = await testDb()
    for (const size of [1, 3, 65_536])
      expect((await importText(test, bytes, { size })).error?.message).toBe(`${message} Nothing was added.`)
    expect(await importText(test, '[]', { size: 1 })).toMatchObject({
      error: { message: 'The file contains no conversations. Nothing was added.' },
    })
    await test.close()
  })

  it('recognises an export of a newer Mneme, wherever it says so; earlier conversations stay', async () => {
    const [from, to] = [await testDb(), await testDb()]
    await importJson(from, [talk('a')])
    const { conversations } = JSON.parse(await exported(from)) as { conversations: unknown[] }
    const mneme = { format: 99 }
    const message = 'This export is from a newer version of Mneme.'
    expect(await importJson(to, { mneme, conversations })).toMatchObject({
      added: 0,
      error: { message: `${message} Nothing was added.` },
    })
    expect(await importJson(to, { conversations: {}, mneme })).toMatchObject({
      added: 0,
      error: { message: `${message} Nothing was added.` },
    })
    expect(await importJson(to, { conversations, mneme })).toMatchObject({
      added: 1,
      error: { message: `${message} 1 conversation was added before that.` },
    })
    await Promise.all([from.close(), to.close()])
  })
})
