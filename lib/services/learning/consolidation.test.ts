import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { backupsIn } from '@/lib/db/engine/storage/backup'
import { setStorage } from '@/lib/db/engine/storage/storage'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { learningBy, type Replies } from '@/lib/jobs/learning/testing-learning'
import { consolidationState, planConsolidation, startConsolidation } from './consolidation'
import { undo } from './playbook'
import { listPlaybook } from './playbook-list'

const open: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
const BACKUP = 'Restore the backup of the database once on another machine before anything is migrated.'

async function start(replies: Replies = {}) {
  const h = await learningBy(replies)
  open.push(h.close)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-consolidation-'))
  open.push(() => rmSync(folder, { recursive: true, force: true }))
  const backups = path.join(folder, 'backups')
  setStorage(h.db, { backups, memoryOnly: null })
  // The test runs the jobs.
  const who = { ...h.caller, jobs: { wake: () => {} } as never }
  const consolidated = async () => {
    const { id } = await startConsolidation(who)
    await h.jobs.tick()
    const state = await consolidationState(who, { id })
    if (state.stage !== 'done') throw new Error(JSON.stringify(state))
    return state.done
  }
  return { ...h, who, backups, consolidated }
}
const twice = (h: Awaited<ReturnType<typeof start>>) =>
  seedStrategies(h, { title: 'Backup', content: BACKUP }, { title: 'Backup', content: `${BACKUP} ` })

describe('consolidating on demand', () => {
  it('shows the plan without writing, does what the plan says, and is undone as a whole', async () => {
    const h = await start()
    await twice(h)
    const before = await listPlaybook(h.who, { search: '' })
    const plan = await planConsolidation(h.who)
    expect(plan).toMatchObject({ items: 2, opposites: [], retired: [], trials: [] })
    expect(plan.merges.flatMap(({ into, from }) => [into.slug, from.slug]).sort()).toEqual([
      'heu-00001',
      'heu-00002',
    ])
    expect(await listPlaybook(h.who, { search: '' })).toEqual(before)
    const { groupId, merged } = await h.consolidated()
    expect(merged).toBe(1)
    expect((await planConsolidation(h.who)).merges).toEqual([])
    await undo(h.who, { groupId })
    expect(await listPlaybook(h.who, { search: '' })).toEqual(before)
  })

  it('makes a backup first, if it will change something', async () => {
    const h = await start()
    await h.consolidated()
    expect(backupsIn(h.backups)).toEqual([])
    await twice(h)
    await h.consolidated()
    expect(backupsIn(h.backups).map(({ reason }) => reason)).toEqual(['before-consolidation'])
  })

  it('changes nothing without its backup, and says why', async () => {
    const h = await start()
    await twice(h)
    writeFileSync(h.backups, 'a file where the folder should be')
    const before = await listPlaybook(h.who, { search: '' })
    const { id } = await startConsolidation(h.who)
    await h.jobs.tick()
    expect(await consolidationState(h.who, { id })).toMatchObject({ stage: 'failed' })
    await h.jobs.tick()
    expect(await listPlaybook(h.who, { search: '' })).toEqual(before)
  })

  it('is one at a time: who asks again joins it, and one that a turn set off goes first', async () => {
    const h = await start()
    await twice(h)
    const { id } = await startConsolidation(h.who)
    expect(await startConsolidation(h.who)).toEqual({ id })
    const other = { id: 'job_other', ownerId: h.ownerId, kind: 'consolidate', key: 'other' }
    await h.db.job.create({
      data: {
        ...{ ...other, payload: { turnId: 't' }, status: 'running', leaseOwner: 'elsewhere' },
        ...{ runAfter: new Date(0), leaseUntil: new Date('2099-01-01T00:00:00Z') },
      },
    })
    await h.jobs.tick()
    expect(await consolidationState(h.who, { id })).toMatchObject({ stage: 'running' })
    await h.db.job.update({ where: { id: other.id }, data: { status: 'done' } })
    await h.db.job.update({ where: { id }, data: { runAfter: new Date(0) } })
    await h.jobs.tick()
    expect(await consolidationState(h.who, { id })).toMatchObject({ stage: 'done', done: { merged: 1 } })
  })

  it('reads and changes nothing of another owner', async () => {
    const h = await start()
    const other = { ...h.who, ownerId: 'user_other' }
    await h.db.user.create({ data: { id: other.ownerId, createdAt: new Date() } })
    await twice(h)
    expect((await planConsolidation(other)).items).toBe(0)
    const { id } = await startConsolidation(other)
    await h.jobs.tick()
    expect(await consolidationState(other, { id })).toMatchObject({ stage: 'done', done: { merged: 0 } })
    await expect(consolidationState(h.who, { id })).rejects.toThrow('does not exist')
  })
})
