import { afterAll, expect, it } from 'vitest'
import { openDb } from '@/lib/db/engine/client'
import { saveSetting } from '@/lib/settings/layers'
import { installation } from '../testing-mneme'

const at = installation()
afterAll(at.remove)

it('names the full texts that a consolidation drops before it drops them', async () => {
  await at.here('ask', 'The gate code of Juist is under the red mat.')
  const db = await openDb(at.url)
  const { id: ownerId } = await db.user.findFirstOrThrow()
  await db.turn.updateMany({ data: { createdAt: new Date(Date.now() - 40 * 86_400_000) } })
  await saveSetting(db, ownerId, 'user', 'memory.retentionDays', 30)
  const dropped = () => db.context.count({ where: { droppedAt: { not: null } } })
  const dry = await at.here('consolidate', '--dry-run')
  expect([dry.code, dry.out, await dropped()]).toEqual([
    0,
    expect.stringMatching(/^1 full text not recalled lately.*\.\n +message 1 of “.+”$/m),
    0,
  ])
  await at.here('consolidate')
  expect(await dropped()).toBe(1)
  expect((await at.here('consolidate', '--dry-run')).out).toContain('Nothing to change.')
  await db.$disconnect()
})
