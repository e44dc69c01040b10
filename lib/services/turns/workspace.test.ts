import { describe, expect, it } from 'vitest'
import { harness } from '@/lib/agent/testing'
import { forgetFile } from '../forget/forget'
import { fileVersions, loadWorkspace, readFile } from './workspace'

const CALLS = [
  { name: 'write_file', args: { path: 'a.md', text: 'first\n' } },
  { name: 'delete_file', args: { path: 'a.md' } },
  { name: 'write_file', args: { path: 'a.md', text: 'second\n' } },
]

describe('versions of a file', () => {
  it('go on after it was deleted, and the list agrees with the workspace', async () => {
    const calls = [...CALLS]
    const h = await harness((request) => ({
      text: 'Done.',
      calls: request.exchanges.length ? [] : calls.splice(0, 1),
    }))
    for (const { name } of CALLS) await h.say('c', name, { thinking: false })
    const versions = await fileVersions(h.db, h.ownerId, 'c', 'a.md')
    expect(versions.map(({ version, op, turnNumber }) => [version, op, turnNumber])).toEqual([
      [1, 'write', 1],
      [1, 'delete', 2],
      [2, 'write', 3],
    ])
    const { files } = await loadWorkspace(h.db, h.ownerId, 'c', null)
    expect(files).toMatchObject([{ path: 'a.md', version: 2, turnNumber: 3 }])
    expect(files[0]?.hash).toBe(versions.at(-1)?.hash)
    expect((await readFile(h.db, h.ownerId, 'c', versions[0]?.hash ?? '')).text).toBe('first\n')
    await h.close()
  })

  it('that was deleted is shown as it was last, until it is written again or forgotten', async () => {
    const calls = [...CALLS, { name: 'delete_file', args: { path: 'a.md' } }]
    const h = await harness((request) => ({
      text: 'Done.',
      calls: request.exchanges.length ? [] : calls.splice(0, 1),
    }))
    const deleted = async () =>
      (await loadWorkspace(h.db, h.ownerId, 'c', null)).deleted.map(({ hash: _, ...file }) => file)
    const seen: unknown[] = []
    for (const { name } of [...calls]) {
      await h.say('c', name, { thinking: false })
      seen.push(await deleted())
    }
    const gone = (version: number, turnNumber: number) => ({ path: 'a.md', version, turnNumber })
    expect(seen).toEqual([[], [gone(1, 2)], [], [gone(2, 4)]])
    const [file] = (await loadWorkspace(h.db, h.ownerId, 'c', null)).deleted
    expect((await readFile(h.db, h.ownerId, 'c', file?.hash ?? '')).text).toBe('second\n')
    await forgetFile(h, { conversationId: 'c', path: 'a.md' })
    expect(await deleted()).toEqual([])
    await h.close()
  })
})
