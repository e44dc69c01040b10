import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/db/engine/blobs'
import { testDb } from '@/lib/db/testing'
import { listConversations } from '@/lib/db/turns/conversations'
import { deep, FILES, type Fields, SAMPLE, say, spoilt, takeSample, talk, tryFiles } from './testing-hostile'
import { exported, importText } from './testing-import'
import { dump, seedStore } from './testing-store'

const HIDDEN = /[\u{e0000}-\u{e007f}\u202e\u2066\ufeff\u200b]/u

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

  it.each([
    [
      'messages',
      (sign: string) => [{ id: 't', title: `T${sign}`, messages: [say(`Hi${sign}.`, { name: `A${sign}` })] }],
    ],
    [
      'ChatGPT',
      (sign: string) => {
        const message = { id: `m${sign}`, author: { role: 'user', name: `A${sign}` } }
        const mapping = {
          b: { message: { ...message, content: { parts: [`Hi${sign}.`] } }, parent: null, children: [] },
        }
        return [{ id: 'g', title: `T${sign}`, mapping, current_node: 'b' }]
      },
    ],
    [
      'Claude',
      (sign: string) => {
        const attachments = [{ file_name: `a${sign}.md`, extracted_content: `x${sign}y` }]
        const message = { uuid: 'm', sender: 'human', text: `Hi${sign}.`, attachments }
        return [{ uuid: 'c', name: `T${sign}`, chat_messages: [message] }]
      },
    ],
  ])('in the form of %s is stored as a person sees it, and comes back from an export', async (_, file) => {
    const sign = '\u{e0049}\u{e0067}\u202e\u2066\ufeff\u200b'
    const [test, again] = [await testDb(), await testDb()]
    expect(await importText(test, `\ufeff${JSON.stringify(file(sign))}`, { size: 7 })).toMatchObject({
      added: 1,
    })
    expect(await importText(again, await exported(test))).toMatchObject({ added: 1 })
    for (const { db } of [test, again]) {
      expect((await db.turn.findFirst())?.userText).toMatch(/^Hi\./)
      expect((await db.conversation.findFirst())?.title).toBe('T')
    }
    for (const one of [test, again]) expect(JSON.stringify(await dump(one))).not.toMatch(HIDDEN)
    await Promise.all([test.close(), again.close()])
  })

  it('of Mneme has no hidden text in what people see and in files', async () => {
    await takeSample()
    const test = await testDb()
    const SHOWN = new Set('userText answer text title insights path name query'.split(' '))
    const mark = (value: unknown, at = ''): unknown => {
      if (typeof value === 'string')
        return SHOWN.has(at) && (at === 'text' ? /^[^{[]/ : /^\w[\w ]*$/).test(value)
          ? `${value}\u{e0041}\u202e`
          : value
      if (Array.isArray(value)) return value.map((one) => mark(one, at === 'path' ? '' : at))
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mark(one, key)]))
    }
    const text = JSON.stringify(mark(JSON.parse(spoilt(() => {}))))
    expect(text).toMatch(HIDDEN)
    const report = await importText(test, text)
    expect(report.conversations.map(({ reason }) => reason)).toEqual([undefined])
    expect(report.added).toBe(1)
    const { db, ownerId } = test
    const trees = await db.context.findMany({ where: { ownerId } })
    const hashes = trees.map(({ treeHash }) => treeHash)
    const treeTexts = (await db.blob.findMany({ where: { ownerId, hash: { in: hashes } } })).map(
      (one) => one.text,
    )
    const files = treeTexts.flatMap((tree) =>
      Object.values((JSON.parse(tree) as { files: Record<string, { hash: string }> }).files).map(
        ({ hash }) => hash,
      ),
    )
    const fileTexts = await db.blob.findMany({ where: { ownerId, hash: { in: files } } })
    expect(fileTexts.length).toBeGreaterThan(0)
    const { blobs: _, ...rows } = Object.fromEntries(
      Object.entries(await dump(test)).map(([kind, all]) => [kind.toLowerCase(), all]),
    )
    expect(JSON.stringify([rows, treeTexts, fileTexts])).not.toMatch(HIDDEN)
    await test.close()
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
