import { describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import { memoryRev } from '@/lib/db/engine/changes'
import { conversationsOf, conversationsWithFiles, filePlaces, fileTexts } from '@/lib/db/files/file-texts'
import { summaryIdsOf, summaryPage, summaryPlaces, summaryTexts } from '@/lib/db/memory/summary-texts'
import { activateBranch } from '@/lib/db/turns/turns'
import { seedConversation, seedFork } from '../testing-seed'
import { type Contract, newOwner } from './fixture'

/** What search reads in addition to turns: summaries where they end, and files as they are now. */
export function searched(open: Contract) {
  const start = async () => ({ db: open().db, ownerId: await newOwner(open().db) })
  const said = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      userText: `Gate ${i + 1}`,
      summary: { text: `sum ${i + 1}`, insights: ['x'] },
    }))

  describe('what search reads', () => {
    it('summaries stand at their last turn, and are gone with it', async () => {
      const at = await start()
      const { db, ownerId } = at
      const talk = await seedConversation(at, said(3))
      await seedConversation(await start(), said(2))
      const { texts: rows, next } = await summaryPage(db, ownerId, '', 10)
      const ids = rows.map((row) => row.id)
      expect([ids, next]).toEqual([[...ids].sort(), null])
      const page = async (after: string) => {
        const { texts, next } = await summaryPage(db, ownerId, after, 1)
        return [texts.map((row) => row.id), next]
      }
      expect([await page(ids[0] ?? ''), await page(ids[2] ?? '')]).toEqual([
        [[ids[1]], ids[1]],
        [[], null],
      ])
      expect(await summaryTexts(db, ownerId, ids)).toEqual(rows)
      expect(
        new Map(rows.map((row) => [row.turnId, [row.text, row.to, row.insights, row.conversationId]])),
      ).toEqual(
        new Map(talk.turnIds.map((id, i) => [id, [`sum ${i + 1}`, i + 1, ['x'], talk.conversationId]])),
      )
      expect(await summaryPlaces(db, ownerId, [ids[0] ?? ''])).toMatchObject([{ branchId: talk.branchId }])
      expect((await summaryIdsOf(db, ownerId, [], [talk.turnIds[1] ?? ''])).length).toBe(1)
      expect(new Set(await summaryIdsOf(db, ownerId, [talk.conversationId], []))).toEqual(new Set(ids))
      expect(await summaryTexts(db, await newOwner(db), ids)).toEqual([])
      await db.turn.update({ where: { id: talk.turnIds[2] ?? '' }, data: { trashId: 'bin' } })
      expect(await summaryTexts(db, ownerId, ids)).toHaveLength(2)
    })

    it('files are those at the end of the active path, and a change of branch is a change of memory', async () => {
      const at = await start()
      const { db, ownerId } = at
      const talk = await seedConversation(at, said(3))
      const fork = await seedFork(at, talk, 1, said(1))
      expect(await conversationsWithFiles(db, ownerId)).toEqual([])
      const leave = async (turnId: string, turn: number, text: string) => {
        const blob = blobOf(text, 1)
        const tree = blobOf(
          JSON.stringify({
            files: { 'a.md': { hash: blob.hash, bytes: text.length, tokens: 1, version: 1, turn } },
            state: {},
          }),
          1,
        )
        await db.$transaction([
          ...putBlobs(db, ownerId, [blob, tree], new Date()),
          db.context.updateMany({ where: { ownerId, turnId }, data: { treeHash: tree.hash } }),
          db.fileTouch.create({
            data: { ownerId, turnId, path: 'a.md', op: 'write', toHash: blob.hash, tokens: 1 },
          }),
        ])
      }
      await leave(talk.turnIds[2] ?? '', 3, 'on the trunk')
      await leave(fork.turnIds[0] ?? '', 2, 'on the fork')
      expect(await conversationsWithFiles(db, ownerId)).toEqual([talk.conversationId])
      expect(await conversationsOf(db, ownerId, talk.turnIds)).toEqual([talk.conversationId])
      const now = async () => {
        const places = await filePlaces(db, ownerId, [talk.conversationId])
        const texts = await fileTexts(db, ownerId, places)
        return places.map((place) => [place.path, place.turnId, place.number, texts.get(place.hash)])
      }
      expect(await now()).toEqual([['a.md', fork.turnIds[0], 2, 'on the fork']])
      const rev = await memoryRev(db, ownerId)
      await activateBranch(db, ownerId, talk.turnIds[2] ?? '')
      expect(await memoryRev(db, ownerId)).toBe(rev + 1)
      expect(await now()).toEqual([['a.md', talk.turnIds[2], 3, 'on the trunk']])
      expect(await filePlaces(db, await newOwner(db), [talk.conversationId])).toEqual([])
    })
  })
}
