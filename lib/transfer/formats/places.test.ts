import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { trashConversation } from '@/lib/db/forget/trash'
import { testDb } from '@/lib/db/testing'
import { limits } from '@/lib/shared/limits'
import { fileId, nodeId } from '@/lib/shared/memory/graph'
import { exported, importText } from '@/lib/transfer/testing-import'
import { drawnStore, dump, seedStore } from '@/lib/transfer/testing-store'

const [SAMPLE] = fc.sample(drawnStore, { numRuns: 1, seed: 7 }) as [Parameters<typeof seedStore>[1]]
const ONE = { ...SAMPLE, conversations: SAMPLE.conversations.slice(0, 1) }
const LATER = new Date(Date.now() + limits.transfer.stagingMs + 120_000)

const place = (db: Db, ownerId: string, view: string, nodes: string[], x = 1) =>
  db.graphPosition.createMany({ data: nodes.map((node) => ({ ownerId, view, node, x, y: 2 })) })

/**
 * A conversation with every kind of node placed by hand, in its own view and in the view of all. `others` =
 * positions that are not its own.
 */
async function placed() {
  const test = await testDb()
  const { db, ownerId } = test
  const [id = ''] = await seedStore(test, ONE)
  const contexts = await db.context.findMany()
  const summaries = await db.summary.findMany()
  const nodes = [
    ...contexts.map((row) => nodeId('context', row.id)),
    ...summaries.map((row) => nodeId(row.level ? 'roll-up' : 'summary', row.id)),
    ...[fileId(id, 'notes/secret-name.md'), `range:${id}:1-2`, nodeId('turn', contexts[0]?.turnId ?? '')],
  ]
  const similar = id.replaceAll('_', 'x')
  const others = [fileId(similar, 'a.md'), `range:${similar}:1-2`]
  for (const view of [`tree:${id}`, 'tree:all']) {
    await db.graphPosition.deleteMany({ where: { ownerId, view, node: { in: nodes } } })
    await place(db, ownerId, view, nodes)
  }
  await place(db, ownerId, `tree:${similar}`, others)
  return { ...test, id, nodes, others }
}

describe('places of nodes', () => {
  it('go with a purge, all of them and no others, and the same export comes in again', async () => {
    const test = await placed()
    const { db, ownerId, id, nodes, others } = test
    const before = await dump(test)
    const text = await exported(test)
    await trashConversation(db, ownerId, id, 'trash_1', new Date())
    await purgeTrash(db, LATER)
    expect((await db.graphPosition.findMany()).map((row) => row.node).sort()).toEqual([...others].sort())
    expect(await importText(test, text)).toMatchObject({ added: 1, refused: 0 })
    const after = await dump(test)
    expect(await db.graphPosition.count()).toBe(before.positions?.length)
    expect(nodes.length).toBeGreaterThan(5)
    expect(after).toEqual(before)
    await test.close()
  })

  it('of an import that was stopped do not hinder the next one', async () => {
    const [from, to] = [await placed(), await testDb()]
    const text = await exported(from)
    const stop = new AbortController()
    let count = 0
    const stopping = new Proxy(to.db, {
      get: (target, name) => {
        if (name === '$transaction') count += 1
        if (count > 17) stop.abort()
        return Reflect.get(target, name)
      },
    })
    expect(
      await importText({ db: stopping, ownerId: to.ownerId }, text, { signal: stop.signal }),
    ).toMatchObject({ cancelled: true, added: 0 })
    expect(await to.db.graphPosition.count()).toBeGreaterThan(0)
    await purgeTrash(to.db, LATER)
    expect(await to.db.graphPosition.count()).toBe(0)
    expect(await importText(to, text)).toMatchObject({ added: 1, refused: 0 })
    await Promise.all([from.close(), to.close()])
  })

  it('that are there already are left as they are', async () => {
    const [from, to] = [await placed(), await testDb()]
    await place(to.db, to.ownerId, `tree:${from.id}`, [`range:${from.id}:1-2`], 9)
    expect(await importText(to, await exported(from))).toMatchObject({ added: 1, refused: 0 })
    expect(await to.db.graphPosition.findMany({ where: { view: `tree:${from.id}`, x: 9 } })).toHaveLength(1)
    await Promise.all([from.close(), to.close()])
  })
})
