import { describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import { changeOps, changesSince, memoryRev } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { type Contract, newOwner, unique } from './fixture'

const COMMITS = 40
type Feed = (db: Db, ownerId: string, refId: string) => Promise<Batch> | Batch
const real: Feed = (db, ownerId, refId) => changeOps(db, ownerId, [{ kind: 'turn', refId, op: 'put' }])

/**
 * Commits at once, each with texts the others write too, while a reader catches up by `rev > mine`: what it
 * never saw, and how many revisions there are.
 */
async function underLoad(db: Db, feed: Feed): Promise<{ missed: number; revisions: number }> {
  const ownerId = await newOwner(db)
  const ids = Array.from({ length: COMMITS }, () => unique('turn'))
  const shared = Array.from({ length: 6 }, (_, i) => blobOf(`shared ${i}`, 1))
  let open = COMMITS
  const commits = ids.map(async (id, i) => {
    const texts = [...shared.slice(i % 6), ...shared.slice(0, i % 6)]
    try {
      await db.$transaction([...putBlobs(db, ownerId, texts, new Date()), ...(await feed(db, ownerId, id))])
    } finally {
      open -= 1
    }
  })
  const seen = new Set<string>()
  let mine = 0
  const catchUp = async () => {
    for (const change of await changesSince(db, ownerId, mine)) {
      seen.add(change.refId)
      mine = Math.max(mine, change.rev)
    }
  }
  const reader = (async () => {
    while (open > 0) {
      await catchUp()
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  await Promise.allSettled(commits)
  await reader
  await catchUp()
  const revisions = new Set((await changesSince(db, ownerId, 0)).map((change) => change.rev))
  return { missed: ids.filter((id) => !seen.has(id)).length, revisions: revisions.size }
}

export function feed(open: Contract) {
  describe('the change feed', () => {
    it('skips nothing under 40 commits at once that share texts', async () => {
      expect(await underLoad(open().db, real)).toEqual({ missed: 0, revisions: COMMITS })
    })

    it('would give two commits one revision, or lose one, if it were read before the transaction (control)', async () => {
      let waiting: (() => void) | null = null
      const early: Feed = async (db, ownerId, refId) => {
        const rev = (await memoryRev(db, ownerId)) + 1
        // Two read before either writes, however quick a read is.
        const other = waiting
        waiting = null
        if (other) other()
        else
          await new Promise<void>((go) => {
            waiting = go
          })
        return [
          db.user.update({ where: { id: ownerId }, data: { memoryRev: rev } }),
          db.change.create({ data: { ownerId, rev, kind: 'turn', refId, op: 'put' } }),
        ]
      }
      expect((await underLoad(open().db, early)).revisions).toBeLessThan(COMMITS)
    })

    it('has one revision for each transaction, without gaps, and names a thing once', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const put = { kind: 'turn', refId: 'same', op: 'put' } as const
      await Promise.all(
        Array.from({ length: 10 }, () =>
          db.$transaction(changeOps(db, ownerId, [put, put, { ...put, kind: 'summary' }])),
        ),
      )
      const changes = await changesSince(db, ownerId, 0)
      expect(changes.map((change) => change.rev)).toEqual(
        Array.from({ length: 20 }, (_, i) => Math.floor(i / 2) + 1),
      )
      expect(await memoryRev(db, ownerId)).toBe(10)
      expect(changeOps(db, ownerId, [])).toEqual([])
    })

    it('takes a change back with the transaction it belongs to', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const failing = db.turn.update({ where: { id: 'nobody', ownerId }, data: { answer: 'x' } })
      await expect(
        db.$transaction([...changeOps(db, ownerId, [{ kind: 'turn', refId: 'a', op: 'put' }]), failing]),
      ).rejects.toMatchObject({ code: 'P2025' })
      expect([await memoryRev(db, ownerId), await changesSince(db, ownerId, 0)]).toEqual([0, []])
    })
  })
}
