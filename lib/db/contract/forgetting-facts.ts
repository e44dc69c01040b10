import { describe, expect, it } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { trashConversation, trashFacts, trashParts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { savePositions } from '@/lib/db/memory/graph-positions'
import { nodeId } from '@/lib/shared/memory/graph'
import { seedFact } from '../testing-facts'
import { seedConversation } from '../testing-seed'
import { type Contract, newOwner, unique } from './fixture'

const START = new Date('2026-05-01T10:00:00.000Z')
const PURGED = new Date(START.getTime() + 30_000)

/** A turn about Miso and one about Bruno; their facts and entities are placed by hand in two views. */
async function placed(db: Db) {
  const ownerId = await newOwner(db)
  const talk = await seedConversation({ db, ownerId }, [{ userText: 'One.' }, { userText: 'Two.' }])
  const facts = [
    await seedFact({ db, ownerId }, talk, 1, ['Miso', 'colour', 'grey']),
    await seedFact({ db, ownerId }, talk, 2, ['Bruno', 'colour', 'brown']),
  ]
  const rows = await db.fact.findMany({ where: { ownerId }, orderBy: { validFrom: 'asc' } })
  const nodes = rows.map((row) => [nodeId('fact', row.id), nodeId('entity', row.subjectId)])
  for (const view of ['time:all', 'force:all'])
    await savePositions(
      db,
      ownerId,
      view,
      nodes.flat().map((node) => ({ node, x: 1, y: 2 })),
    )
  const left = async () => [
    ...new Set((await db.graphPosition.findMany({ where: { ownerId } })).map((row) => row.node)),
  ]
  return { ownerId, talk, facts, nodes, left, trashId: unique('trash') }
}

export function forgettingFacts(open: Contract) {
  describe('the places of facts and entities', () => {
    it('go with the fact', async () => {
      const { db } = open()
      const { ownerId, facts, nodes, left, trashId } = await placed(db)
      await trashFacts(db, ownerId, trashId, facts.slice(0, 1), START, 30_000)
      expect((await left()).length).toBe(4)
      expect(await purgeTrash(db, PURGED)).toBe(1)
      expect((await left()).sort()).toEqual(nodes[1]?.toSorted())
    })

    it('go with the turn that states it', async () => {
      const { db } = open()
      const { ownerId, talk, nodes, left, trashId } = await placed(db)
      const trashed = { ...trashedWhole(talk.conversationId), kind: 'turns' as const, numbers: [1] }
      await trashParts(db, ownerId, trashId, talk.turnIds.slice(0, 1), trashed, START, 30_000)
      expect(await purgeTrash(db, PURGED)).toBe(1)
      expect((await left()).sort()).toEqual(nodes[1]?.toSorted())
    })

    it('go with the conversation, and no place of another owner', async () => {
      const { db } = open()
      const other = await placed(db)
      const { ownerId, talk, left, trashId } = await placed(db)
      await trashConversation(db, ownerId, talk.conversationId, trashId, START)
      expect(await purgeTrash(db, PURGED)).toBe(1)
      expect([await left(), (await other.left()).length]).toEqual([[], 4])
    })
  })
}
