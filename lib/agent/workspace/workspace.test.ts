import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/db/engine/blobs'
import { limits } from '@/lib/shared/limits'
import { emptyTree, type WorkspaceTree } from '@/lib/shared/workspace'
import { Workspace } from './workspace'

const countTokens = (text: string) => text.length
/**
 * A workspace in turn 7 that starts with `files`, each in version 3 since turn 2; `loads` lists what was read
 * from the store.
 */
function begin(files: Record<string, string> = {}, extra: string[] = []) {
  const stored = new Map([...Object.values(files), ...extra].map((text) => [sha256(text), text]))
  const loads: string[] = []
  const tree: WorkspaceTree = emptyTree()
  for (const [path, text] of Object.entries(files))
    tree.files[path] = {
      hash: sha256(text),
      bytes: Buffer.byteLength(text),
      tokens: text.length,
      version: 3,
      turn: 2,
    }
  const load = async (hash: string) => {
    loads.push(hash)
    const text = stored.get(hash)
    if (text === undefined) throw new Error('no such text')
    return text
  }
  return { workspace: new Workspace(tree, 7, load, countTokens), tree, loads }
}
const problem = (result: { ok: boolean }) => ('problem' in result ? result.problem : null)

describe('files of a workspace', () => {
  it('are in memory only when they were opened, and touched only when they were used', async () => {
    const { workspace, loads } = begin({ 'a.md': 'alpha', 'b.md': 'beta', 'c.md': 'gamma' })
    await workspace.open('a.md')
    await workspace.search('m')
    expect([workspace.opened('a.md'), workspace.opened('c.md')]).toEqual(['alpha', null])
    expect(workspace.touched()).toEqual([])
    await workspace.read('b.md')
    await workspace.read('b.md')
    workspace.write('a.md', 'alpha 2')
    expect(workspace.touched()).toEqual([
      { path: 'b.md', content: 'beta' },
      { path: 'a.md', content: 'alpha 2' },
    ])
    expect(workspace.touches().map(({ path, op }) => [path, op])).toEqual([
      ['a.md', 'write'],
      ['b.md', 'read'],
    ])
    expect(loads.filter((hash) => hash === sha256('beta'))).toHaveLength(2)
  })

  it('keep both of two edits that run at once', async () => {
    const { workspace } = begin({ 'a.md': 'one two' })
    await Promise.all([workspace.edit('a.md', 'one', '1'), workspace.edit('a.md', 'two', '2')])
    expect(workspace.opened('a.md')).toBe('1 2')
  })

  it('with Windows line endings can be edited with plain ones', async () => {
    const { workspace } = begin({ 'a.txt': 'one\r\ntwo\r\nthree' })
    expect(await workspace.edit('a.txt', 'one\ntwo', 'uno\ndue')).toMatchObject({ ok: true })
    expect(workspace.opened('a.txt')).toBe('uno\r\ndue\r\nthree')
  })

  it('may have the names of object members', () => {
    const { workspace } = begin()
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      expect(workspace.state.get(name)).toBeNull()
      expect(problem(workspace.delete(name))).toContain('no file')
      expect(workspace.write(name, name)).toMatchObject({ ok: true, file: { version: 1 } })
      expect(workspace.state.set(name, name)).toMatchObject({ ok: true })
    }
    expect(Object.keys(JSON.parse(JSON.stringify(workspace.tree())).files)).toEqual([
      'constructor',
      'hasOwnProperty',
      'toString',
    ])
    expect(problem(workspace.write('__proto__', 'x'))).toContain('__proto__')
    expect(workspace.state.set('__proto__', 'x').ok).toBe(false)
  })
})

describe('what cannot be done is said in words and changes nothing', () => {
  it.each([
    [
      'a file that is not there',
      (w: Workspace) => w.read('b.md'),
      'There is no file b.md. The files are: a.md.',
    ],
    ['a path outside', (w: Workspace) => w.read('../a.md'), 'leaves the workspace'],
    ['a passage that is not there', (w: Workspace) => w.edit('a.md', 'x', 'y'), 'does not hold this text'],
    ['a passage in two places', (w: Workspace) => w.edit('a.md', 'o', 'y'), 'occurs 2 times in a.md'],
    ['an empty passage', (w: Workspace) => w.edit('a.md', '', 'y'), 'empty'],
    ['a change that is none', (w: Workspace) => w.edit('a.md', 'one', 'one'), 'nothing would change'],
    ['binary data', async (w: Workspace) => w.write('b.md', 'a\0b'), 'binary data'],
    ['half a character', (w: Workspace) => w.edit('a.md', 'one', '\ud800'), 'binary data'],
    ['an upload that is gone', (w: Workspace) => w.addUpload('b.md', 'nowhere'), 'Attach it again'],
    ['a search for nothing', (w: Workspace) => w.search(' '), 'empty'],
    ['a search for too much', (w: Workspace) => w.search('x'.repeat(1_001)), '1,000 characters'],
  ])('%s', async (_, act, words) => {
    const { workspace, tree } = begin({ 'a.md': 'one two' })
    expect(problem(await act(workspace))).toContain(words)
    expect(workspace.tree()).toEqual(tree)
  })

  it('a content that cannot be loaded', async () => {
    const tree: WorkspaceTree = {
      files: { 'a.md': { hash: 'lost', bytes: 1, tokens: 1, version: 1, turn: 1 } },
      state: {},
    }
    const broken = () => {
      throw new Error('the database is gone')
    }
    const workspace = new Workspace(tree, 2, broken, countTokens)
    expect(problem(await workspace.read('a.md'))).toBe(
      'The content of a.md cannot be read just now. Try again.',
    )
    expect(await workspace.search('x')).toMatchObject({ ok: true, total: 0, unread: ['a.md'] })
  })
})

describe('limits of a workspace', () => {
  const full = 'x'.repeat(limits.workspace.fileBytes)

  it('a file holds a million bytes, not one more, however it grows', async () => {
    const { workspace } = begin({}, [`${full}x`])
    expect(workspace.write('a.md', full).ok).toBe(true)
    expect(problem(workspace.write('a.md', `${full}x`))).toContain('at most 1,000,000 bytes')
    expect(problem(workspace.write('b.md', 'é'.repeat(500_001)))).toContain('1,000,002')
    expect(problem(await workspace.edit('a.md', 'x', full, true))).toContain('1,000,000,000,000')
    expect(problem(await workspace.addUpload('c.md', sha256(`${full}x`)))).toContain(
      'at most 1,000,000 bytes',
    )
    expect(workspace.list()).toHaveLength(1)
  })

  it('there are 200 files, not one more', () => {
    const { workspace } = begin()
    for (let i = 0; i < 200; i++) expect(workspace.write(`${i}.md`, 'x').ok).toBe(true)
    expect(problem(workspace.write('more.md', 'x'))).toContain('at most 200 files')
    expect(workspace.write('7.md', 'y').ok).toBe(true)
    workspace.delete('8.md')
    expect(workspace.write('more.md', 'x').ok).toBe(true)
  })

  it('all files hold 20 million bytes, not one more; less is always possible', () => {
    const { workspace } = begin()
    for (let i = 0; i < 20; i++) expect(workspace.write(`${i}.md`, full).ok).toBe(true)
    expect(problem(workspace.write('more.md', 'x'))).toContain('at most 20,000,000 bytes')
    expect(workspace.write('0.md', 'x').ok).toBe(true)
    expect(workspace.write('more.md', 'x').ok).toBe(true)
  })
})

describe('state of a workspace', () => {
  it('is set, read, listed and removed', () => {
    const { workspace } = begin()
    expect(workspace.state.set(' status ', 'draft')).toEqual({ ok: true, key: 'status' })
    workspace.state.set('author', 'Kim')
    expect(workspace.state.get('status')).toBe('draft')
    expect(workspace.state.entries()).toEqual([
      ['author', 'Kim'],
      ['status', 'draft'],
    ])
    workspace.state.set('status', null)
    expect(workspace.tree().state).toEqual({ author: 'Kim' })
  })

  it('has limits: 200 keys, 120 characters a key, 20,000 in all', () => {
    const { workspace } = begin()
    expect(problem(workspace.state.set('', 'x'))).toContain('empty')
    expect(problem(workspace.state.set('k'.repeat(121), 'x'))).toContain('120 characters')
    expect(problem(workspace.state.set('a\nb', 'x'))).toContain('cannot be a key')
    expect(problem(workspace.state.set('a', '\0'))).toContain('binary data')
    expect(problem(workspace.state.set('a', 'x'.repeat(20_000)))).toContain('20,000 characters in all')
    expect(workspace.state.set('a', 'x'.repeat(19_999)).ok).toBe(true)
    expect(workspace.state.set('a', 'y'.repeat(19_999)).ok).toBe(true)
    expect(workspace.state.set('b', '').ok).toBe(false)
    workspace.state.set('a', null)
    for (let i = 0; i < 200; i++) expect(workspace.state.set(`key ${i}`, 'x').ok).toBe(true)
    expect(problem(workspace.state.set('more', 'x'))).toContain('at most 200 keys')
  })
})
