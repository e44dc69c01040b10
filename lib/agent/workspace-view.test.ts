import { describe, expect, it } from 'vitest'
import { harness } from './testing'
import { fileVersions, loadWorkspace, readFile } from './workspace-view'

const CALLS = [
  { name: 'write_file', args: { path: 'a.md', text: 'first\n' } },
  { name: 'delete_file', args: { path: 'a.md' } },
  { name: 'write_file', args: { path: 'a.md', text: 'second\n' } },
]

describe('versions of a file', () => {
  it('go on after it was deleted, and the list agrees with the workspace', async () => {
    const calls = [...CALLS]
    const h = await harness((request) => ({ text: 'Done.', calls: request.exchanges.length ? [] : calls.splice(0, 1) }))
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
})
