import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { planConsolidation, runConsolidation } from './consolidation'
import { undoGroup } from './playbook'
import { listPlaybook } from './playbook-list'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())
const BACKUP = 'Restore the backup of the database once on another machine before anything is migrated.'

describe('consolidating on demand', () => {
  it('shows the plan without writing, does what the plan says, and is undone as a whole', async () => {
    const who = { db: at.db, ownerId: at.ownerId, runtime: testRuntime() }
    await seedStrategies(at, { title: 'Backup', content: BACKUP }, { title: 'Backup', content: `${BACKUP} ` })
    const before = await listPlaybook(who, { search: '' })
    const plan = await planConsolidation(who)
    expect(plan).toMatchObject({ items: 2, opposites: [], retired: [], trials: [] })
    expect(plan.merges.flatMap(({ into, from }) => [into.slug, from.slug]).sort()).toEqual([
      'heu-00001',
      'heu-00002',
    ])
    expect(await listPlaybook(who, { search: '' })).toEqual(before)
    const { groupId, merged } = await runConsolidation(who)
    expect(merged).toBe(1)
    expect((await planConsolidation(who)).merges).toEqual([])
    await undoGroup(who, { groupId })
    expect(await listPlaybook(who, { search: '' })).toEqual(before)
  })

  it('reads and changes nothing of another owner', async () => {
    const other = { db: at.db, ownerId: 'user_other', runtime: testRuntime() }
    await at.db.user.create({ data: { id: other.ownerId, createdAt: new Date() } })
    await seedStrategies(at, { content: BACKUP }, { content: BACKUP })
    expect((await planConsolidation(other)).items).toBe(0)
    expect((await runConsolidation(other)).merged).toBe(0)
  })
})
