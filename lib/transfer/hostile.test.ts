import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/db/engine/blobs'
import { testDb } from '@/lib/db/testing'
import { listConversations } from '@/lib/db/turns/conversations'
import { deep, FILES, type Fields, SAMPLE, say, spoilt, takeSample, talk, tryFiles } from './testing-hostile'
import { exported, importText } from './testing-import'
import { dump, seedStore } from './testing-store'

describe('a hostile file', () => {
  it(`is refused whole with a reason, writing nothing: ${FILES.length} files in under 300 MB`, {
    tags: 'full',
  }, async () => {
    const test = await testDb()
    const { wrong, bytes } = await tryFiles(test)
    expect(wrong).toEqual([])
    expect(({} as Fields).polluted).toBeUndefined()
    expect(FILES.length).toBeGreaterThanOrEqual(40)
    expect(bytes).toBeLessThan(300e6)
    await test.close()
  })

  it('harms only its own conversation: those beside it are added', async () => {
    const test = await testDb()
    const text = `[${JSON.stringify(talk(say('Good.')))},{"id":"bad","messages":[{"role":"user","content":${deep(5_000)}}]},7,${JSON.stringify({ ...talk(say('Fine.')), id: 'u' })}]`
    expect(await importText(test, text)).toMatchObject({
      added: 2,
      refused: 2,
      conversations: [
        { status: 'added' },
        { status: 'refused', id: null },
        { status: 'refused' },
        { status: 'added' },
      ],
    })
    await test.close()
  })

  it('gets its NULs and half characters stored as replacement characters, and keeps a BOM out', async () => {
    const test = await testDb()
    expect(await importText(test, `\ufeff${JSON.stringify([talk(say('a\u0000b\ud800c'))])}`)).toMatchObject({
      added: 1,
    })
    expect((await test.db.turn.findFirst())?.userText).toBe('a\ufffdb\ufffdc')
    await test.close()
  })

  it('keeps U+FEFF in every text, but the one before the first byte of the file', async () => {
    const test = await testDb()
    const said = '\ufeffA\ufeff mark, \ufeff.'
    expect(await importText(test, `\ufeff${JSON.stringify([talk(say(said))])}`, { size: 7 })).toMatchObject({
      added: 1,
    })
    const again = await testDb()
    expect(await importText(again, await exported(test))).toMatchObject({ added: 1 })
    for (const { db } of [test, again]) expect((await db.turn.findFirst())?.userText).toBe(said)
    await Promise.all([test.close(), again.close()])
  })

  it('cannot put its own text under the name of another text', async () => {
    await takeSample()
    const test = await testDb()
    const evil = spoilt((one) => {
      for (const blob of one.blobs ?? [])
        if (!String(blob.text).startsWith('{"files"')) blob.text = `evil ${String(blob.text)}`
    })
    expect(await importText(test, evil)).toMatchObject({ added: 1 })
    expect((await test.db.blob.findMany()).filter((blob) => sha256(blob.text) !== blob.hash)).toEqual([])
    await test.close()
  })

  it("leaves another owner's rows alone when it uses their ids", async () => {
    const test = await testDb()
    await seedStore(test, SAMPLE)
    const before = await dump(test)
    const text = (await exported(test)).replaceAll('red', 'blue')
    await test.db.user.create({ data: { id: 'mallory', createdAt: new Date() } })
    await importText({ db: test.db, ownerId: 'mallory' }, text)
    expect(await dump(test)).toEqual(before)
    expect(await listConversations(test.db, 'mallory', {})).toHaveLength(SAMPLE.conversations.length)
    await test.close()
  })
})
