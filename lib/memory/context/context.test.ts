import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation, seedFork } from '@/lib/db/testing-seed'
import { inventedWords, quarterTokens } from '@/lib/memory/text/testing-names'
import type { WorkspaceTree } from '@/lib/shared/workspace'
import { buildContext, contextOps, readContext, readTree } from './context'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())
const now = new Date('2026-05-01T10:00:00.000Z')

const [name = '', other = ''] = inventedWords(2)
const content = `# ${name}\n${'long text '.repeat(2_000)}end`
const tree: WorkspaceTree = {
  files: {
    [`${name}.md`]: { hash: blobOf(content, 0).hash, bytes: content.length, tokens: 1, version: 2, turn: 1 },
  },
  state: { goal: other },
}
const input = (turnId: string, number = 1) => ({
  turnId,
  conversationId: 'conv_here',
  number,
  userText: `Write about ${name}.`,
  answer: 'Done.',
  tools: [
    { name: 'write_file', args: { path: `${name}.md` }, ok: true, result: 'written' },
    { name: 'read_file', args: { path: 'nowhere' }, ok: false, result: 'no such file' },
  ],
  tree,
  touched: [{ path: `${name}.md`, content }],
  countTokens: quarterTokens,
})
const store = (built: ReturnType<typeof buildContext>) =>
  at.db.$transaction(contextOps(at.db, at.ownerId, built, now))
const turn = async () => (await seedConversation(at, [{ userText: 'x' }])).turnIds[0] ?? ''

describe('the context of a turn', () => {
  it('is everything, readable and uncut', async () => {
    const turnId = await turn()
    const built = buildContext(input(turnId))
    expect(built.id).toMatch(/^ctx_1_[0-9a-f]{20}$/)
    await store(built)
    const read = await readContext(at.db, at.ownerId, { turnId })
    expect(read).toMatchObject({
      id: built.id,
      turnId,
      turnNumber: 1,
      fullContext: built.fullContext,
      tokenCount: quarterTokens(built.fullContext),
      toolCalls: ['write_file', 'read_file'],
    })
    for (const text of [
      `## User message\nWrite about ${name}.`,
      '## Answer\nDone.',
      `## Tool call 1: write_file\n{"path":"${name}.md"}\nwritten`,
      '## Tool call 2: read_file (failed)',
      `## Files\n${name}.md (${content.length} bytes, version 2)`,
      `## State\ngoal = ${other}`,
      `## File ${name}.md\n${content}`,
    ])
      expect(read?.fullContext).toContain(text)
  })

  it('stores an unchanged part once, shared with the file itself', async () => {
    await at.db.$transaction(putBlobs(at.db, at.ownerId, [blobOf(content, 1)], now))
    const before = await at.db.blob.count()
    const first = await turn()
    const built = buildContext(input(first))
    await store(built)
    const perContext = new Set(built.blobs.map((blob) => blob.hash)).size
    const added = (await at.db.blob.count()) - before
    expect(added).toBeLessThan(perContext + 3)
    const second = await turn()
    const count = await at.db.blob.count()
    await store(buildContext({ ...input(second), answer: 'Done once more.' }))
    expect(await at.db.blob.count()).toBe(count + 1)
    expect(await at.db.blob.count({ where: { hash: blobOf(content, 0).hash } })).toBe(1)
  })

  it('is replaced when the turn is run again', async () => {
    const turnId = await turn()
    await store(buildContext(input(turnId)))
    await store(buildContext({ ...input(turnId), answer: 'Second attempt.' }))
    expect((await readContext(at.db, at.ownerId, { turnId }))?.fullContext).toContain('Second attempt.')
    expect(await at.db.context.count({ where: { turnId } })).toBe(1)
  })

  it("is nobody else's, and gone with its conversation", async () => {
    const turnId = await turn()
    const built = buildContext(input(turnId))
    await store(built)
    expect(await readContext(at.db, 'somebody', { contextId: built.id })).toBeNull()
    await at.db.conversation.updateMany({ data: { trashId: 'bin' } })
    expect(await readContext(at.db, at.ownerId, { contextId: built.id })).toBeNull()
  })
})

describe('the workspace a turn starts from', () => {
  it('is that of the nearest turn before it on its path', async () => {
    const main = await seedConversation(at, [{ userText: 'a' }, { userText: 'b' }, { userText: 'c' }])
    const [first = '', second = '', third = ''] = main.turnIds
    await at.db.context.deleteMany({ where: { turnId: { in: [second, third] } } })
    await store(buildContext(input(first)))
    expect(await readTree(at.db, at.ownerId, third)).toEqual(tree)
    const fork = await seedFork(at, main, 1, [{ userText: 'b again' }])
    await at.db.context.deleteMany({ where: { turnId: fork.turnIds[0] ?? '' } })
    await store({
      ...buildContext({ ...input(second, 2), tree: { files: {}, state: { goal: 'main only' } } }),
    })
    expect((await readTree(at.db, at.ownerId, third)).state).toEqual({ goal: 'main only' })
    expect(await readTree(at.db, at.ownerId, fork.turnIds[0] ?? '')).toEqual(tree)
    expect(await readTree(at.db, at.ownerId, null)).toEqual({ files: {}, state: {} })
  })
})
