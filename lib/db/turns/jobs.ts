import { z } from 'zod'
import type { Batch, Db } from '@/lib/db/engine/client'
import { isGone } from '@/lib/db/engine/errors'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'

/** A better summary of an imported turn. There may be thousands of these. */
export const IMPORTED_SUMMARY = 'imported-summary'
/** The payload of a job about one turn. */
export const turnPayload = z.object({ turnId: z.string() })
export type Job = Awaited<ReturnType<typeof due>>[number]

/** A durable job; the same owner, kind and key is one job, however often it is asked for. */
export const jobOps = (
  db: Db,
  ownerId: string,
  jobs: { id: string; kind: string; key: string; payload: object }[],
  runAfter: Date,
): Batch =>
  jobs.map((job) =>
    db.job.upsert({
      where: { ownerId_kind_key: { ownerId, kind: job.kind, key: job.key } },
      create: { ...job, ownerId, status: 'waiting', runAfter },
      update: {},
      select: { id: true },
    }),
  )

const due = (db: Db, now: Date, take: number, kind: { in: string[] } | { notIn: string[] }) =>
  db.job.findMany({
    where: {
      kind,
      OR: [
        { status: 'waiting', runAfter: { lte: now } },
        { status: 'running', leaseUntil: { lt: now } },
      ],
    },
    orderBy: { runAfter: 'asc' },
    take,
  })
/**
 * Jobs that may run now: waiting ones that are due, and running ones whose worker died. `background` kinds
 * take the places that are left.
 */
export async function dueJobs(db: Db, now: Date, take: number, background: string[]): Promise<Job[]> {
  const first = await due(db, now, take, { notIn: background })
  if (first.length === take) return first
  return [...first, ...(await due(db, now, take - first.length, { in: background }))]
}

const GIVEN_UP: Failure = { code: 'internal', message: 'Its process ended each time it was tried.' }

/**
 * One worker gets a job; null when another was faster, or when it is given up because every worker died over
 * it.
 */
export async function claimJob(db: Db, job: Job, leaseOwner: string, now: Date): Promise<Job | null> {
  if (job.attempts >= limits.jobs.maxAttempts) {
    await db.job.updateMany({
      where: { id: job.id, status: job.status, attempts: job.attempts },
      data: { status: 'failed', error: GIVEN_UP, leaseOwner: null, leaseUntil: null },
    })
    return null
  }
  try {
    return await db.job.update({
      where: { id: job.id, status: job.status, attempts: job.attempts },
      data: {
        status: 'running',
        attempts: { increment: 1 },
        leaseOwner,
        leaseUntil: new Date(now.getTime() + limits.jobs.leaseMs),
      },
    })
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** The jobs of `ids` that this worker still holds, renewed; the others were taken over. */
export async function renewJobs(db: Db, ids: string[], leaseOwner: string, now: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const held = { id: { in: ids }, status: 'running', leaseOwner }
  await db.job.updateMany({
    where: held,
    data: { leaseUntil: new Date(now.getTime() + limits.jobs.leaseMs) },
  })
  return new Set((await db.job.findMany({ where: held, select: { id: true } })).map((job) => job.id))
}

/**
 * The write that ends a job, first in the transaction of what it did: exactly once, or everything rolls back.
 */
export const finishJobOps = (db: Db, job: Job): Batch => [
  db.job.update({
    where: { id: job.id, status: 'running', leaseOwner: job.leaseOwner, attempts: job.attempts },
    data: { status: 'done', leaseOwner: null, leaseUntil: null },
    select: { id: true },
  }),
]

/** Not now: what it is about lies in the trash until then. The try does not count. */
export async function postponeJob(db: Db, job: Job, runAfter: Date): Promise<void> {
  await db.job.updateMany({
    where: { id: job.id, status: 'running', leaseOwner: job.leaseOwner, attempts: job.attempts },
    data: { status: 'waiting', attempts: { decrement: 1 }, runAfter, leaseOwner: null, leaseUntil: null },
  })
}

/** Tries again later, or gives up after the last attempt. */
export async function failJob(db: Db, job: Job, error: Failure, runAfter: Date): Promise<void> {
  const status = job.attempts >= limits.jobs.maxAttempts ? 'failed' : 'waiting'
  await db.job.updateMany({
    where: { id: job.id, status: 'running', leaseOwner: job.leaseOwner, attempts: job.attempts },
    data: { status, error, runAfter, leaseOwner: null, leaseUntil: null },
  })
}

/**
 * Jobs that this instance left behind when it was asked to end go back to the queue; the try does not count.
 */
export const releaseJobs = (db: Db, leaseOwner: string) =>
  db.job.updateMany({
    where: { status: 'running', leaseOwner },
    data: { status: 'waiting', leaseOwner: null, leaseUntil: null, attempts: { decrement: 1 } },
  })
