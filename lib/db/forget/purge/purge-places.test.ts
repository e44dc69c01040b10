import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { trashConversation } from '@/lib/db/forget/trash'
import { testDb } from '@/lib/db/testing'
import { limits } from '@/lib/shared/limits'
import { fileId, nodeId } from '@/lib/shared/memory/graph'
import { drawnStore, seedStore } from '@/lib/transfer/testing-store'

const [SAMPLE] = fc.sample(drawnStore, { numRuns: 1, seed: 7 }) as [Parameters<typeof seedStore>[1]]
const ONE = { ...SAMPLE, conversations: SAMPLE.conversations.slice(0, 1) }
const LATER = new Date(Date.now() + limits.transfer.stagingMs + 120_000)

describe('places of nodes', () => {
  it('that may name a file go with any purge, those of the map stay', async () => {
    const test = await testDb()
    const { db, ownerId } = test
    const [id = ''] = await seedStore(test, ONE)
    const [file, topic] = [fileId('conv_other', 'notes/secret-name.md'), nodeId('topic', 'topic_1')]
    for (const view of ['tree:all', 'map:all'])
      await db.graphPosition.createMany({
        data: [file, topic].map((node) => ({ ownerId, view, node, x: 1, y: 2 })),
      })
    await trashConversation(db, ownerId, id, 'trash_1', new Date())
    await purgeTrash(db, LATER)
    expect(await db.graphPosition.findMany()).toMatchObject([{ view: 'map:all', node: topic }])
    await test.close()
  })
})
