import { describe, expect, it } from 'vitest'
import { dropOldTexts, droppedTexts, oldTexts, removeDropped, restoreTexts } from '@/lib/db/memory/retention'
import { seedConversation } from '../testing-seed'
import { type Contract, newOwner, unique } from './fixture'

const DAY = 86_400_000
const NOW = new Date('2026-06-01T12:00:00.000Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)
const CUTOFF = ago(30)

export function retention(open: Contract) {
  describe('full texts that nothing recalls', () => {
    /** Turns made so many days ago, each with the same result of a tool and one of its own. */
    const start = async (...ages: number[]) => {
      const at = { db: open().db, ownerId: await newOwner(open().db) }
      const result = (text: string) => ({ name: 'read_file', args: {}, ok: true, result: text })
      const talk = await seedConversation(
        at,
        ages.map((age, i) => ({
          ...{ userText: `Say ${i}`, answer: '', at: ago(age), summary: { text: `Said ${i}.` } },
          tools: [result('shared'), result(`own ${i}`)],
        })),
      )
      const recalledBy = async (turn: number, by: number) => {
        const recall = { id: unique('recall'), turnId: talk.turnIds[by] ?? '', index: 0, source: 'tool' }
        await at.db.recall.create({
          data: { ...recall, ownerId: at.ownerId, request: {}, engine: 'test', ms: 1, nearMisses: {} },
        })
        const hit = { kind: 'turn', refId: talk.turnIds[turn] ?? '', score: 1, parts: {}, tokens: 1 }
        await at.db.recallHit.create({
          data: { recallId: recall.id, rank: 1, ...hit, sourceTurnId: hit.refId },
        })
      }
      const texts = async () =>
        (await at.db.blob.findMany({ where: { ownerId: at.ownerId } })).map(({ text }) => text)
      const rows = () => at.db.context.findMany({ where: { ownerId: at.ownerId }, orderBy: { id: 'asc' } })
      return { ...at, talk, recalledBy, texts, rows }
    }

    it('are those of old turns that no recall found since; each text is counted once', async () => {
      const { db, ownerId, recalledBy } = await start(90, 80, 70, 60, 10)
      await recalledBy(1, 4)
      await recalledBy(2, 3)
      const old = await oldTexts(db, ownerId, CUTOFF)
      // "Say 0" and so on, the empty answer, `{}\nown 0` and so on, and `{}\nshared` once.
      expect(old).toEqual({
        ...{ turns: 3, bytes: 3 * 5 + 3 * 8 + 9 },
        ...{ oldest: ago(90).toISOString(), newest: ago(60).toISOString(), which: expect.anything() },
      })
      expect(old.which.map(({ number, hidden }) => [number, hidden]).sort()).toEqual([
        [1, false],
        [3, false],
        [4, false],
      ])
      expect((await oldTexts(db, await newOwner(db), CUTOFF)).turns).toBe(0)
    })

    it('are removed for good when they cannot come back any more; what others name stays', async () => {
      const { db, ownerId, rows, texts } = await start(90, 20)
      await dropOldTexts(db, ownerId, CUTOFF, NOW)
      expect(await removeDropped(db, NOW, NOW)).toBe(0)
      expect(await texts()).toContain('{}\nown 0')
      expect(await removeDropped(db, new Date(NOW.getTime() + 1), NOW)).toBeGreaterThanOrEqual(1)
      const left = await texts()
      expect(left).not.toContain('{}\nown 0')
      expect(left).not.toContain('Say 0')
      expect(left).toEqual(expect.arrayContaining(['{}\nown 1', '{}\nshared', '{"files":{},"state":{}}']))
      const [context] = await rows()
      expect(context).toMatchObject({ textHash: '', droppedAt: NOW, toolCalls: { parts: [], calls: [] } })
      expect(await db.summary.count({ where: { ownerId } })).toBe(2)
      expect(await droppedTexts(db, ownerId)).toEqual([])
      expect(await restoreTexts(db, ownerId, NOW)).toBe(0)
    })
  })
}
