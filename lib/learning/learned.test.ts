import { afterEach, beforeEach, expect, it } from 'vitest'
import { learn } from '@/lib/db/learning/learn'
import type { NewStrategy } from '@/lib/db/learning/log/changes'
import { allStrategies, onTrial } from '@/lib/db/learning/strategies'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { learner, seedStrategies } from '@/lib/db/testing-strategies'
import { strategyTextSchema } from '@/lib/shared/learning/strategies'
import { changesOf } from './lessons'
import { readKnownStrategies } from './similar'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const MIGRATE = 'Run the pending database migrations before the new release is deployed to the servers.'
const NEVER = MIGRATE.replace('Run', 'Never run')
const text = (content: string) =>
  strategyTextSchema.parse({
    ...{ section: 'heu', kind: 'principle', title: 'Migrations', description: 'For releases.', content },
    ...{ tags: [], domain: '' },
  })

/** Learns a lesson from a new turn, beside these strategies. */
async function learned(content: string, known: Partial<NewStrategy>, tainted = false) {
  const [id = ''] = await seedStrategies(at, known)
  const { turnIds } = await seedConversation(at, [{ userText: 'Deploy it.', answer: 'Done.' }])
  const found = await at.db.turn.findUniqueOrThrow({ where: { id: turnIds[0] ?? '' } })
  const turn = { ...found, tainted }
  const stored = await readKnownStrategies(at.db, at.ownerId, '', tainted)
  const verdict = { label: 'success', confidence: 0.9 } as const
  const changes = await changesOf(at.db, text(content), stored, { turn, verdict })
  if (typeof changes === 'string') throw new Error(changes)
  await learn(at.db, at.ownerId, changes, learner({ turnId: turn.id }))
  const rows = await allStrategies(at.db, at.ownerId)
  const trials = await onTrial(at.db, at.ownerId)
  return { id, turn, rows, known: rows.find((row) => row.id === id), isOnTrial: trials.has(id) }
}

it('a lesson that says the opposite of a known one is no support for it: both stay, flagged', async () => {
  const { id, rows, known } = await learned(NEVER, { content: MIGRATE })
  expect([rows.length, known?.sources]).toEqual([2, []])
  expect(rows.find((row) => row.id !== id)).toMatchObject({
    ...{ content: NEVER, status: 'active' },
    links: [{ to: id, relation: 'contradicts', weight: 0.5 }],
  })
})

it('a lesson learned again revives its retired twin, quarantined and with one trial', async () => {
  const { turn, rows, known, isOnTrial } = await learned(MIGRATE, { content: MIGRATE, status: 'retired' })
  expect([rows.length, isOnTrial]).toEqual([1, true])
  expect(known).toMatchObject({ status: 'quarantined', sources: [turn.id] })
})

it('a twin from outside that nobody approved is revived with the words of the new lesson', async () => {
  const from = { content: MIGRATE.toUpperCase(), title: 'Read', status: 'retired', untrusted: true } as const
  const { known } = await learned(MIGRATE, from)
  expect(known).toMatchObject({ content: MIGRATE, title: 'Migrations', untrusted: false })
})

it('a turn that read text from outside revives nothing', async () => {
  const { rows, known } = await learned(MIGRATE, { content: MIGRATE, status: 'retired' }, true)
  expect([rows.length, known?.status]).toEqual([1, 'retired'])
})
