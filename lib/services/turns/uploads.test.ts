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
