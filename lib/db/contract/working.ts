import { describe, expect, it } from 'vitest'
import type { Batch, Db } from '@/lib/db/engine/client'
import { claimJob, dueJobs, finishJobOps, type Job, jobOps, releaseJobs } from '@/lib/db/turns/jobs'
import { limits } from '@/lib/shared/limits'
import { type Contract, codeOf, newOwner, unique } from './fixture'

const START = new Date('2026-05-01T10:00:00.000Z')
const later = (ms: number) => new Date(START.getTime() + ms)

async function oneJob(
  db: Db,
): Promise<{ ownerId: string; job: Job; due(now: Date): Promise<Job | undefined> }> {
  const ownerId = await newOwner(db)
  const key = unique('key')
  await db.$transaction(
    jobOps(db, ownerId, [{ id: unique('job'), kind: 'summary', key, payload: { turnId: 'x' } }], START),
  )
  const due = async (now: Date) =>
    (await dueJobs(db, { now, leaseNow: now }, 1_000, [])).find((job) => job.ownerId === ownerId)
  const job = await due(START)
  if (!job) throw new Error('the job is not due')
  return { ownerId, job, due }
}

type Finish = (db: Db, job: Job) => Batch
/**
 * A worker that was thought dead commits after another one took the job and did it: how often the work was
 * done.
 */
async function timesDone(db: Db, finish: Finish): Promise<number> {
  const { ownerId, job, due } = await oneJob(db)
  const slow = await claimJob(db, job, 'slow', START)
  const again = await due(later(limits.jobs.leaseMs + 1))
  const fast = again && (await claimJob(db, again, 'fast', later(limits.jobs.leaseMs + 1)))
  if (!slow || !fast) throw new Error('not claimed')
  const work = () => db.setting.create({ data: { ownerId, scope: 'done', key: unique('done'), value: true } })
  await db.$transaction([...finish(db, fast), work()])
  await codeOf(db.$transaction([...finish(db, slow), work()]))
  return db.setting.count({ where: { ownerId, scope: 'done' } })
}

export function working(open: Contract) {
  describe('a job', () => {
    it('is done exactly once, although its first worker comes back from the dead', async () => {
      expect(await timesDone(open().db, finishJobOps)).toBe(1)
    })

    it('would be done twice if its end were not fenced (control)', async () => {
      expect(
        await timesDone(open().db, (db, job) => [
          db.job.update({ where: { id: job.id }, data: { status: 'done' } }),
        ]),
      ).toBe(2)
    })

    it('is one job however often it is asked for, and is claimed by one of ten workers', async () => {
      const { db } = open()
      const { ownerId, job } = await oneJob(db)
      const ask = () =>
        db.$transaction(
          jobOps(
            db,
            ownerId,
            [{ id: unique('job'), kind: 'summary', key: job.key, payload: { turnId: 'y' } }],
            START,
          ),
        )
      await Promise.all(Array.from({ length: 5 }, ask))
      expect(await db.job.findMany({ where: { ownerId }, select: { id: true, payload: true } })).toEqual([
        { id: job.id, payload: { turnId: 'x' } },
      ])
      const claims = await Promise.all(
        Array.from({ length: 10 }, (_, i) => claimJob(db, job, `worker_${i}`, START)),
      )
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
      const [done] = claims.filter((claim) => claim !== null)
      if (done) await db.$transaction(finishJobOps(db, done))
      await ask()
      expect((await db.job.findUniqueOrThrow({ where: { id: job.id } })).status).toBe('done')
    })

    it('goes back to the queue when its worker is asked to end; one that kills its workers is given up', async () => {
      const { db } = open()
      const { ownerId, job, due } = await oneJob(db)
      await claimJob(db, job, 'ending', START)
      await releaseJobs(db, 'ending')
      let now = START
      for (let i = 1; i <= limits.jobs.maxAttempts; i++) {
        const found = await due(now)
        expect(found && (await claimJob(db, found, `dies_${i}`, now))).toMatchObject({ attempts: i })
        now = new Date(now.getTime() + limits.jobs.leaseMs + 1)
      }
      const poison = await due(now)
      expect(poison && (await claimJob(db, poison, 'dies_6', now))).toBeNull()
      expect(await db.job.findFirst({ where: { ownerId } })).toMatchObject({
        status: 'failed',
        leaseOwner: null,
      })
      expect(await due(now)).toBeUndefined()
    })
  })
}
