import type { FileHandle } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { importOf } from '@/lib/db/memory/outside'
import { testDb } from '@/lib/db/testing'
import type { ImportProgress } from '@/lib/shared/transfer/transfer'
import { importFile } from '@/lib/transfer/import'
import { FileError } from '@/lib/transfer/refusal'
import { countWords, importBytes, importRuntime, importText } from '@/lib/transfer/testing-import'
import { runs } from '@/scripts/tier.mjs'
import { type ByteFile, readAt } from './byte-file'
import { blanks, inMemory, type Packed, zipOf } from './testing-zip'
import { openArchive } from './zip'

const talk = (id: string, count = 2) => ({
  id,
  title: `About ${id}`,
  messages: Array.from({ length: count }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: `Text ${i} of ${id}.`,
  })),
})
const talks = (...ids: string[]) => JSON.stringify(ids.map((id) => talk(id)))
const contentsOf = async (bytes: Uint8Array) => {
  const { files, size, others } = await openArchive(inMemory(bytes))
  const texts: string[] = []
  for (const file of files) {
    const pieces: Uint8Array[] = []
    for await (const piece of file.bytes()) pieces.push(piece)
    texts.push(`${file.name}: ${Buffer.concat(pieces).toString()}`)
  }
  return { texts, size, others }
}
/** Made with Python's zipfile on a stream: with data descriptors, so only the directory knows the sizes. */
const STREAMED = Buffer.from(
  'UEsDBBQACAAIAAAAIVwAAAAAAAAAAAAAAAASAAAAY29udmVyc2F0aW9ucy5qc29ui65WykxRslIqUtJRKsksyUkFsoNSE3OA3NzU4uLE9NRiJavoaqWifLBUaXEqSGVyfl5Jal4JUCAgMTk7NUUhqVKhKrNAT6k2tjYWAFBLBwgy4DjOTAAAAFMAAABQSwECFAMUAAgACAAAACFcMuA4zkwAAABTAAAAEgAAAAAAAAAAAAAAgAEAAAAAY29udmVyc2F0aW9ucy5qc29uUEsFBgAAAAABAAEAQAAAAIwAAAAAAA==',
  'base64',
)

describe('a ZIP archive', () => {
  it('is read stored or compressed, as ZIP64 or streamed, with a comment and with hidden files', async () => {
    const text = talks('a')
    const expected = {
      texts: [`conversations.json: ${text}`],
      size: text.length,
      others: 0,
    }
    for (const more of [
      {},
      { deflate: false },
      { zip64: true },
      { extra: Buffer.from([0x55, 0x54, 5, 0, 1, 0, 0, 0, 0]) },
    ])
      expect(await contentsOf(zipOf([{ name: 'conversations.json', data: text, ...more }]))).toEqual(expected)
    expect(
      await contentsOf(
        zipOf([{ name: 'conversations.json', data: text }], { zip64: true, comment: 'Thank you.' }),
      ),
    ).toEqual(expected)
    expect((await contentsOf(STREAMED)).texts).toEqual([
      'conversations.json: [{"id":"r","title":"Real","messages":[{"role":"user","content":"Packed by zip."}]}]',
    ])
    const large = 'large '.repeat(200_000)
    expect((await contentsOf(zipOf([{ name: 'conversations.json', data: large }]))).texts).toEqual([
      `conversations.json: ${large}`,
    ])
  })

  it('yields its conversation files in numeric order, wherever they are, and counts the others', async () => {
    const names = [
      'x/conversations-10.json',
      'x/conversations-002.json',
      'x/',
      'x/conversations-1.json',
      'x/shared_conversations.json',
      'x/chat.html',
      'x/.DS_Store',
    ]
    const [others, bad] = [
      ['__MACOSX/x/._conversations-1.json', 'x/message_feedback.json', 'x/file-1.png'],
      Buffer.from([0xff, 0xfe, 0x2f, 0x61]),
    ]
    const { files, others: count } = await openArchive(
      inMemory(zipOf([...names, ...others, bad].map((name) => ({ name, data: '[]' })))),
    )
    expect([files.map(({ name }) => name), count]).toEqual([
      ['conversations-1.json', 'conversations-002.json', 'conversations-10.json'],
      7,
    ])
    const alone = await openArchive(
      inMemory(zipOf([{ name: 'mneme-2026-11-21.json' }, { name: 'read me.txt' }])),
    )
    expect([alone.files.map(({ name }) => name), alone.others]).toEqual([['mneme-2026-11-21.json'], 1])
    const copies = ['Conversations (1).json', 'folder\\conversations.json', 'conversations_3.json'].map(
      (name) => ({ name }),
    )
    expect((await openArchive(inMemory(zipOf(copies)))).files.map(({ name }) => name)).toEqual([
      'Conversations (1).json',
      'conversations_3.json',
      'conversations.json',
    ])
    await expect(openArchive(inMemory(zipOf([{ name: 'one.json' }, { name: 'two.json' }])))).rejects.toThrow(
      'contains no conversations file',
    )
  })

  it('is one import: one report, one progress over what is unpacked, and one name', async () => {
    const test = await testDb()
    const [one, two] = [talks('a', 'b'), talks('c')]
    const files = [
      { name: 'conversations-000.json', data: one },
      { name: 'conversations-001.json', data: two, deflate: false },
      { name: 'user.json', data: '{}' },
      { name: 'chat.html', data: 'x' },
    ]
    const seen: ImportProgress[] = []
    const report = await importBytes(test, zipOf(files), {
      file: 'chatgpt.zip',
      onProgress: (progress) => seen.push(progress),
    })
    expect(report).toMatchObject({
      added: 3,
      unchanged: 0,
      refused: 0,
      turns: 3,
      others: 2,
      format: 'messages',
    })
    expect(report.conversations.map(({ sourceId }) => sourceId)).toEqual(['a', 'b', 'c'])
    const read = seen.map(({ bytesRead }) => bytesRead)
    expect(read).toEqual([...read].sort((a, b) => a - b))
    expect(seen.at(-1)).toMatchObject({
      bytesRead: one.length + two.length,
      bytesTotal: one.length + two.length,
      conversations: 3,
    })
    const turn = await test.db.turn.findFirstOrThrow()
    expect(await importOf(test.db, test.ownerId, turn.id)).toMatchObject({ file: 'chatgpt.zip' })
    await test.close()
  })

  it('may contain unneeded files with invalid names: they are skipped', async () => {
    const test = await testDb()
    const odd = ['../../etc/passwd', 'a\\..\\..\\b', '/etc/shadow', 'C:\\x.dll', 'a\0.png', '../']
    const zip = zipOf([
      { name: 'conversations.json', data: talks('a') },
      { name: 'chat.html', data: 'x' },
      ...odd.map((name) => ({ name, data: 'x' })),
    ])
    expect(await importBytes(test, zip)).toMatchObject({ added: 1, others: 7 })
    await test.close()
  })

  it('adds nothing the second time, nor after its own conversations.json', async () => {
    const test = await testDb()
    const zip = zipOf([{ name: 'conversations.json', data: talks('a', 'b') }])
    expect(await importText(test, talks('a', 'b'))).toMatchObject({ added: 2 })
    expect(await importBytes(test, zip)).toMatchObject({ added: 0, unchanged: 2, turns: 0 })
    expect(
      await importBytes(test, zipOf([{ name: 'conversations.json', data: talks('b', 'c') }])),
    ).toMatchObject({ added: 1, unchanged: 1 })
    expect(await importBytes(test, zip)).toMatchObject({ added: 0, unchanged: 2 })
    await test.close()
  })

  it('is told by how it begins, not by its name', async () => {
    const test = await testDb()
    expect(
      await importBytes(test, zipOf([{ name: 'conversations.json', data: talks('a') }]), {
        file: 'conversations.json',
      }),
    ).toMatchObject({ added: 1 })
    expect(await importBytes(test, talks('b'), { file: 'export.zip' })).toMatchObject({ added: 1 })
    await test.close()
  })

  it('stops between two of its files when it is cancelled, and while it is checked', async () => {
    const test = await testDb()
    const zip = zipOf([1, 2, 3].map((i) => ({ name: `conversations-${i}.json`, data: talks(`t${i}`) })))
    const stop = new AbortController()
    expect(
      await importBytes(test, zip, {
        signal: stop.signal,
        onProgress: ({ conversations }) => conversations === 1 && stop.abort(),
      }),
    ).toMatchObject({
      cancelled: true,
      added: 1,
    })
    expect(await importBytes(test, zip, { signal: AbortSignal.abort() })).toMatchObject({
      cancelled: true,
      added: 0,
    })
    expect(await importBytes(test, zip)).toMatchObject({ added: 2, unchanged: 1 })
    await test.close()
  })

  it('keeps what was complete when one of its files holds broken JSON, and names that file', async () => {
    const test = await testDb()
    const zip = zipOf([
      { name: 'conversations-0.json', data: talks('a') },
      { name: 'x/conversations-1.json', data: talks('b').slice(0, -9) },
      { name: 'x/conversations-2.json', data: talks('c') },
    ])
    expect(await importBytes(test, zip)).toMatchObject({
      added: 1,
      error: {
        message:
          'conversations-1.json: The file is incomplete: it was cut off. 1 conversation was added before that.',
      },
    })
    await test.close()
  })

  it('that lies about a bomb is left after the first bytes too many', async () => {
    const bomb = zipOf([{ name: 'conversations.json', ...blanks(700), size: 1_000 }])
    let read = 0
    const counted: ByteFile = {
      size: bomb.length,
      read: (at, length) => {
        read += length
        return inMemory(bomb).read(at, length)
      },
    }
    await expect(openArchive(counted)).rejects.toThrow('is damaged')
    expect(read).toBeLessThan(bomb.length / 2)
  })

  it.each([
    ['where it begins', 0],
    ['in its list of files', 1],
    ['in a file', 2],
  ])('that the disk cannot read %s is not called damaged', async (_, place) => {
    const data = talks(...Array.from({ length: 3_000 }, (_, i) => `t${i}`))
    const bytes = zipOf([{ name: 'conversations.json', data, deflate: false }])
    const bad = [0, bytes.length - 10, data.length / 2][place] ?? 0
    const read = async (into: Buffer, offset: number, length: number, at: number) => {
      if (at <= bad && bad < at + length)
        throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
      return { bytesRead: bytes.copy(into, offset, at, at + length), buffer: into }
    }
    const test = await testDb()
    const file: ByteFile = {
      size: bytes.length,
      read: (at, length) => readAt({ read } as unknown as FileHandle, at, length),
    }
    const report = await importFile(test.db, test.ownerId, file, {
      runtime: importRuntime(),
      countTokens: countWords,
    })
    expect(report).toMatchObject({
      added: 0,
      error: {
        message: 'The disk could not read the file (EIO). Nothing was added.',
        hint: expect.stringContaining('another disk'),
      },
    })
    await test.close()
  })

  it('may be highly packed as long as it is small', async () => {
    expect((await openArchive(inMemory(zipOf([{ name: 'conversations.json', ...blanks(20) }])))).size).toBe(
      20_000_000,
    )
    await expect(
      openArchive(inMemory(zipOf([{ name: 'conversations.json', ...blanks(20) }])), { most: 19_999_999 }),
    ).rejects.toThrow('larger than')
  })

  it('gives what was packed or a reason, whichever bytes of it are changed: 3,000 times', async () => {
    const files: Packed[] = [
      { name: 'conversations-1.json', data: talks('a') },
      { name: 'conversations-2.json', data: talks('b'), deflate: false },
      { name: 'c.png', data: 'picture' },
    ]
    const whole = zipOf(files, { zip64: true })
    const expected = (await contentsOf(whole)).texts
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const count = runs(3_000)
    let refused = 0
    for (let i = 0; i < count; i++) {
      const bytes = Buffer.from(whole)
      for (let changes = 1 + random(3); changes > 0; changes--) bytes[random(bytes.length)] = random(256)
      const cut = random(4) ? bytes : bytes.subarray(0, random(bytes.length))
      const got = await contentsOf(cut).catch((error: unknown) => error)
      if (got instanceof FileError) refused += 1
      else
        for (const text of (got as { texts: string[] }).texts)
          expect(expected.map((one) => one.replace(/^.*?: /, ''))).toContain(text.replace(/^.*?: /, ''))
    }
    expect(refused).toBeGreaterThan(count / 3)
  })
})
