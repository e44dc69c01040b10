// @module-tag full
import { afterAll, expect, it } from 'vitest'
import { until } from '@/lib/agent/testing-hands'
import { openDb } from '@/lib/db/engine/client'
import { NOTES } from '@/lib/db/turns/jobs'
import { ended, installation } from '../testing-mneme'

const at = installation()
afterAll(at.remove)

it('a worker does waiting jobs, and ends when it is told to', async () => {
  await at.here('ask', 'My rowing club meets on Fridays.')
  const db = await openDb(at.url)
  const job = { kind: NOTES, status: 'waiting', attempts: 0, leaseOwner: null, leaseUntil: null }
  await db.job.updateMany({ where: { kind: NOTES }, data: { ...job, runAfter: new Date(0) } })
  const done = () => db.job.count({ where: { kind: NOTES, status: 'done' } })
  expect(await done()).toBe(0)

  const worker = at.start('worker')
  const end = ended(worker)
  await until('the notes are written', async () => (await done()) > 0)
  worker.kill('SIGTERM')
  expect(await end).toMatchObject({ code: 0, said: expect.stringContaining('Waiting for jobs.') })
  await db.$disconnect()
})
