import { describe, expect, it } from 'vitest'
import { blobOf } from '@/lib/db/engine/blobs'
import { changesSince, memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { blankManifest } from '@/lib/db/forget/forgotten'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { allTrashed, restoreTrash, trashParts } from '@/lib/db/forget/trash'
import { listForgotten } from '@/lib/db/forget/trash-list'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { visibleTo } from '@/lib/db/forget/visible'
import { trashImported } from '@/lib/db/transfer/import-removal'
import { manifestSchema, NO_PROMPT, stepOps } from '@/lib/db/turns/steps'
import { holding } from '../testing-holding'
import { type Seeded, seedConversation } from '../testing-seed'
import { bareStep, type Contract, codeOf, newOwner, unique } from './fixture'

const NOW = new Date('2026-05-01T10:00:00.000Z')

export function importing(open: Contract) {
  describe('what an import brought', () => {
    /** Enough for a purge in several steps. */
    const COUNT = 25
    /**
     * Conversations of an import that hold `secret`, one of them with a forgotten turn, and one that was
     * chatted here and whose prompt quotes the last of them.
     */
    async function brought(db: Db, secret: string) {
      const ownerId = await newOwner(db)
      const talks: Seeded[] = []
      for (let i = 0; i < COUNT; i++)
        talks.push(
          await seedConversation(
            { db, ownerId },
            [1, 2].map((n) => ({ userText: `${secret} ${i} ${n}.`, summary: { text: `Sum ${secret}` } })),
          ),
        )
      await db.turn.updateMany({ where: { ownerId }, data: { importedAt: NOW } })
      const own = await seedConversation({ db, ownerId }, [
        { userText: 'What did I say?' },
        { userText: 'And else?' },
      ])
      const quoted = talks.at(-1)?.conversationId ?? ''
      const blob = blobOf(`--- conversation=${quoted} turn=1 who=user\n| ${secret} ${COUNT - 1} 1.`, 1)
      const sources = [{ kind: 'turn' as const, id: talks.at(-1)?.turnIds[0] ?? '' }]
      const manifest = { ...NO_PROMPT, user: [{ section: 'window', hash: blob.hash, sources }] }
      const step = bareStep(own.turnIds[0] ?? '', NOW, { index: 1, manifest, blobs: [blob] })
      await db.$transaction(stepOps(db, ownerId, step, NOW))
      const data = { text: `First line\n${quoted}: ${secret}` }
      await db.event.createMany({
        data: own.turnIds.map((id, i) => ({
          turnId: id,
          attempt: 1,
          seq: i + 1,
          type: 'recall',
          data: i ? { text: 'Other.' } : data,
        })),
      })
      return { ownerId, talks, own }
    }
    const remove = (db: Db, ownerId: string, talks: Seeded[], trashId: string) =>
      trashImported(
        db,
        ownerId,
        { trashId, conversationIds: talks.map((talk) => talk.conversationId), cited: [] },
        NOW,
        30_000,
      )

    it('goes as one entry, comes back as it was, and is purged with every trace of it', async () => {
      const { db } = open()
      const secret = unique('zebra')
      const { ownerId, talks, own } = await brought(db, secret)
      const [trashId, forgotten, first] = [unique('trash'), unique('trash'), talks[0]]
      const part = { ...trashedWhole(first?.conversationId ?? ''), kind: 'turns' as const, numbers: [2] }
      await trashParts(
        db,
        ownerId,
        [{ trashId: forgotten, turnIds: [first?.turnIds[1] ?? ''], trashed: part }],
        NOW,
        60_000,
      )
      const ids = talks.map((talk) => talk.conversationId).sort()
      const changes = async (rev: number) =>
        (await changesSince(db, ownerId, rev)).map(({ kind, op, refId }) => `${kind} ${op} ${refId}`).sort()
      const listed = async () =>
        (await db.conversation.findMany({ where: { ownerId, trashId: null } })).length

      let rev = await memoryRev(db, ownerId)
      await remove(db, ownerId, talks, trashId)
      expect(await changes(rev)).toEqual(ids.map((id) => `conversation del ${id}`))
      expect([
        await listed(),
        await db.turn.count({ where: { ownerId, trashId: null } }),
        await db.trash.count({ where: { ownerId } }),
      ]).toEqual([1, 2, 2])
      expect((await allTrashed(db, ownerId)).map((one) => one.whole.length).sort()).toEqual([0, COUNT])
      const { hash } = await db.blob.findFirstOrThrow({
        where: { ownerId, text: { startsWith: '--- conversation=' } },
      })
      const { isGone } = await visibleTo(db, ownerId)
      const prompt = await db.step.findFirstOrThrow({ where: { turnId: own.turnIds[0] ?? '', index: 1 } })
      expect(blankManifest(manifestSchema.parse(prompt.manifest), isGone).user[0]?.hash).not.toBe(hash)

      rev = await memoryRev(db, ownerId)
      expect(await codeOf(restoreTrash(db, await newOwner(db), trashId))).toBe('not_found')
      await restoreTrash(db, ownerId, trashId)
      expect(await changes(rev)).toEqual(ids.map((id) => `conversation put ${id}`))
      expect([
        await listed(),
        (await db.turn.findMany({ where: { ownerId, trashId: { not: null } } })).map((turn) => turn.trashId),
      ]).toEqual([COUNT + 1, [forgotten]])

      await remove(db, ownerId, talks, trashId)
      expect(await purgeTrash(db, new Date(NOW.getTime() + 60_000))).toBe(2)
      expect(await holding(db, secret)).toEqual([])
      expect(
        (await db.turn.findMany({ where: { ownerId }, orderBy: { number: 'asc' } })).map((turn) => turn.id),
      ).toEqual(own.turnIds)
      expect(await db.event.count({ where: { turn: { ownerId } } })).toBe(0)
      const [entry] = (await listForgotten(db, ownerId, 9)).filter((one) => one.kind === 'imported')
      expect(entry).toMatchObject({
        undoUntil: null,
        proof: { counts: { conversation: COUNT, turn: COUNT * 2 }, also: [], elsewhere: [] },
      })
      expect(await codeOf(restoreTrash(db, ownerId, trashId))).toBe('not_found')
    })
  })
}
