import { describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { FileError } from '@/lib/transfer/refusal'
import { importBytes } from '@/lib/transfer/testing-import'
import { runs } from '@/scripts/tier.mjs'
import type { ByteFile } from './byte-file'
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
