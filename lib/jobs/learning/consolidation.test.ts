import { afterEach, describe, expect, it } from 'vitest'
import type { Hands } from '@/lib/agent/testing-hands'
import { OFFLINE_TURN } from '@/lib/agent/turn-marks'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { saveSetting } from '@/lib/settings/layers'
import { learningBy, noted, type Replies, taught } from './testing-learning'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})
const FIRST = 'Run the pending database migrations before the release goes to the servers.'

async function start(replies: Replies = {}) {
  const h = await learningBy({ turn_notes: noted(), ...replies })
  open.push(h)
  await saveSetting(h.db, h.ownerId, 'user', 'learning.consolidateEvery', 2)
  await seedStrategies(h, { content: FIRST }, { content: `${FIRST} ` })
  await seedStrategies(h, { content: FIRST.replace('Run', 'Never run') })
  return h
}
const runs = ({ db }: Pick<Hands, 'db'>) => db.consolidation.findMany({ orderBy: { at: 'asc' } })

describe('consolidation in the background', () => {
  it('comes after as many completed turns as the setting says, and once', async () => {
    const h = await start({ contradiction: { contradicts: true, quote: 'Never run' } })
    await taught(h, 'When does the harbour of Borkum open on Sundays?')
    expect(await runs(h)).toEqual([])
    const turn = await taught(h, 'And when does the one of Juist open?')
    expect(await runs(h)).toMatchObject([
      { trigger: 'turns', turnId: turn.id, items: 3, duplicates: 1, contradictions: 1 },
    ])
    await taught(h, 'And the one of Norderney?')
    expect((await runs(h)).length).toBe(1)
    const links = await h.db.strategyLink.findMany({ where: { relation: 'contradicts' } })
    expect(links.map(({ weight }) => weight)).toEqual([1])
    const steps = await h.db.step.findMany({ where: { turnId: turn.id, phase: 'contradiction' } })
    expect(steps.length).toBe(1)
  })

  it('changes nothing when it fails, and comes again after a later turn', async () => {
    const h = await start()
    await h.db
      .$executeRaw`CREATE TRIGGER "broken" BEFORE INSERT ON "Consolidation" BEGIN SELECT RAISE(ABORT, 'broken'); END`
    await taught(h, 'When does the harbour of Borkum open on Sundays?')
    await taught(h, 'And when does the one of Juist open?')
    expect(await h.db.delta.count({ where: { op: 'MERGE' } })).toBe(0)
    await h.db.$executeRaw`DROP TRIGGER "broken"`
    await taught(h, 'And the one of Norderney?')
    expect(await runs(h)).toMatchObject([{ duplicates: 1 }])
  })

  it('asks no model about a lesson from a turn of the built-in engine', async () => {
    const h = await start({ contradiction: { contradicts: true, quote: 'Never run' } })
    const turn = await taught(h, 'When does the harbour of Borkum open on Sundays?')
    await h.db.turn.update({ where: { id: turn.id }, data: { options: OFFLINE_TURN } })
    const never = await h.db.strategy.findFirstOrThrow({ where: { content: { startsWith: 'Never' } } })
    const source = { kind: 'strategy', refId: never.id, sourceTurnId: turn.id }
    await h.db.provenance.create({ data: { ...source, ownerId: h.ownerId } })
    await taught(h, 'And when does the one of Juist open?')
    expect(await runs(h)).toMatchObject([{ items: 3, contradictions: 1 }])
    expect(h.asked('contradiction')).toEqual([])
  })

  it('does not come if it is switched off', async () => {
    const h = await start()
    await saveSetting(h.db, h.ownerId, 'user', 'learning.autoConsolidate', false)
    await taught(h, 'When does the harbour of Borkum open on Sundays?')
    await taught(h, 'And when does the one of Juist open?')
    expect(await runs(h)).toEqual([])
  })
})
