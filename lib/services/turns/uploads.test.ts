import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, harness } from '@/lib/agent/testing'
import { uploadsOf } from '@/lib/db/files/workspace'
import { limits } from '@/lib/shared/limits'
import { storeUploads } from './uploads'

const file = (name: string, text = 'text') => new File([text], name)
/** A conversation `c` with as many files as the workspace allows: `f0.md` and so on. */
async function full() {
  const calls = Array.from({ length: limits.workspace.files }, (_, i) => ({
    name: 'write_file',
    args: { path: `f${i}.md`, text: 'x' },
  }))
  const h = await harness((request) => ({
    text: 'Done.',
    calls: request.exchanges.length ? [] : calls.splice(0),
  }))
  await h.say('c', 'Fill it.', { thinking: false })
  return h
}

describe('files that the workspace has no room for', () => {
  let h: Harness
  const store = (...files: File[]) =>
    storeUploads({ ...h } as unknown as Parameters<typeof storeUploads>[0], 'c', files)
  beforeAll(async () => {
    h = await full()
  })
  afterAll(() => h.close())

  it('are refused when they are attached, in words, and none of them is kept', async () => {
    await expect(store(file('f0.md'), file('new.md'))).rejects.toThrow(
      /“new.md” cannot be attached: The workspace can have at most 200 files/,
    )
    expect(await uploadsOf(h.db, h.ownerId, 'c', null)).toEqual([])
  })

  it('are taken where they replace a file', async () => {
    expect(await store(file('f0.md', 'newer'))).toMatchObject([{ path: 'f0.md', bytes: 5 }])
  })

  it('are taken by a conversation that does not exist yet, up to the limit', async () => {
    const elsewhere = (files: File[]) =>
      storeUploads({ ...h } as unknown as Parameters<typeof storeUploads>[0], 'fresh', files)
    for (let i = 0; i < limits.workspace.files; i += limits.message.maxAttachments)
      await elsewhere(Array.from({ length: limits.message.maxAttachments }, (_, n) => file(`u${i + n}.md`)))
    await expect(elsewhere([file('more.md')])).rejects.toThrow('200 files')
  })
})

describe('a text that is not UTF-8', () => {
  let h: Harness
  beforeAll(async () => {
    h = await harness(() => ({ text: 'Done.', calls: [] }))
  })
  afterAll(() => h.close())
  const stored = async (bytes: Uint8Array) => {
    const files = [new File([bytes as Uint8Array<ArrayBuffer>], 'notes.txt')]
    const [one] = await storeUploads({ ...h } as unknown as Parameters<typeof storeUploads>[0], 'c', files)
    const upload = await h.db.upload.findUniqueOrThrow({ where: { id: one?.uploadId ?? '' } })
    const { text } = await h.db.blob.findFirstOrThrow({ where: { hash: upload.hash } })
    return { text, encoding: one?.encoding }
  }
  const text = 'Zoë’s café – 5 €\n'

  it('is read by the mark of UTF-16, or as Windows-1252, which the file says', async () => {
    const utf16 = () => Buffer.from(`\ufeff${text}`, 'utf16le')
    expect(await stored(utf16())).toEqual({ text, encoding: undefined })
    expect(await stored(utf16().swap16())).toEqual({ text, encoding: undefined })
    expect(await stored(Buffer.from(text))).toEqual({ text, encoding: undefined })
    const windows = Buffer.from('Zo\xeb\x92s caf\xe9 \x96 5 \x80\n', 'latin1')
    expect(await stored(windows)).toEqual({ text, encoding: 'windows-1252' })
  })

  it.each([
    ['NUL', [0xe9, 0]],
    ['a control', [0x25, 0x50, 0xe9, 0x03]],
    ['what Windows-1252 leaves free', [0x61, 0x81, 0xe9]],
    ['half a character of UTF-16', [0xff, 0xfe, 0x41]],
  ])('is refused with %s', async (_, bytes) => {
    await expect(stored(Uint8Array.from(bytes))).rejects.toThrow('neither text nor an image')
  })
})
