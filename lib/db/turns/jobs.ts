import { sqltag } from '@prisma/client/runtime/client'
import { z } from 'zod'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { unlessLost } from '@/lib/db/engine/errors'
import { columns, insertOps } from '@/lib/db/engine/rows'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { pick } from '@/lib/shared/pick'

/** Notes on a turn: its facts, its summary, what it teaches and a title. */
export const NOTES = 'notes'
/** A better summary of an imported turn. There may be thousands of these. */
export const IMPORTED_SUMMARY = 'imported-summary'
/** Reads an imported turn for facts. A finished job records that the turn was read. */
export const IMPORTED_FACTS = 'imported-facts'
export const turnPayload = z.object({ turnId: z.string() })
/** `only` = the turn is judged again, or summarised again, and nothing else. */
export const notesPayload = turnPayload.extend({ only: z.enum(['learning', 'summary']).optional() })
export type NotesPayload = z.infer<typeof notesPayload>
export type Job = Awaited<ReturnType<typeof due>>[number]

type AboutTurn = Pick<Job, 'ownerId' | 'payload'>
async function readTurn(db: Db, { ownerId, payload }: AboutTurn) {
  const about = turnPayload.safeParse(payload).data
  const row =
    about &&
    (await db.turn.findFirst({
      where: { id: about.turnId, ownerId },
      include: { conversation: { select: { trashId: true } } },
    }))
  if (!row) return null
  const { conversation, ...turn } = row
  return { turn, trashed: turn.trashId !== null || conversation.trashId !== null }
}
const turnsRead = new WeakMap<AboutTurn, ReturnType<typeof readTurn>>()
/** A job's turn, read once; null = it has none, or it is deleted; `trashed` = it may come back. */
export function turnOfJob(db: Db, job: AboutTurn): ReturnType<typeof readTurn> {
  const turn = turnsRead.get(job) ?? readTurn(db, job)
  turnsRead.set(job, turn)
  return turn
}

type NewJob = { id: string; kind: string; key: string; payload: object }
/** A durable job; the same owner, kind and key is one job, however often it is requested. */
export function jobOps(db: Db, ownerId: string, jobs: NewJob[], runAfter: Date): Batch {
  const rows = jobs.map((job) => ({ ...job, ownerId, status: 'waiting', attempts: 0, runAfter }))
  return insertOps(db, 'Job', rows, sqltag` ON CONFLICT ("ownerId", "kind", "key") DO NOTHING`)
}

type Wanted = { kind: { in: string[] } | { notIn: string[] }; ownerId: { notIn: string[] } }
/** `now` is the worker's clock, `leaseNow` the one by which all workers compare leases. */
type Clocks = { now: Date; leaseNow: Date }
const due = (db: Db, { now, leaseNow }: Clocks, take: number, wanted: Wanted) =>
  db.job.findMany({
    where: {
      ...wanted,
      OR: [
        { status: 'waiting', runAfter: { lte: now } },
        { status: 'running', leaseUntil: { lt: leaseNow } },
      ],
    },
    orderBy: { runAfter: 'asc' },
    take,
  })
/** Jobs that are due, or whose worker died; `background` kinds take the places left, `except` wait. */
export async function dueJobs(
  db: Db,
  clocks: Clocks,
  take: number,
  background: string[],
  except: string[] = [],
): Promise<Job[]> {
  const ownerId = { notIn: except }
  const first = await due(db, clocks, take, { kind: { notIn: background }, ownerId })
  if (first.length === take) return first
  return [...first, ...(await due(db, clocks, take - first.length, { kind: { in: background }, ownerId }))]
}

/** Jobs with one of these keys that are not done: still to be run, or given up. */
export async function openJobs(db: Db, ownerId: string, kinds: readonly string[], keys: readonly string[]) {
  const rows = await db.job.findMany({
    where: { ownerId, kind: { in: [...kinds] }, key: { in: [...keys] }, status: { not: 'done' } },
    select: columns('kind status'),
  })
  return rows.map(({ kind, status }) => ({ kind, failed: status === 'failed' }))
}

const NOBODY = { leaseOwner: null, leaseUntil: null }
/** A job as this worker claimed it. */
const mine = (job: Job) => ({ ...pick(job, 'id leaseOwner attempts'), status: 'running' })
const leaseFrom = (now: Date) => new Date(now.getTime() + limits.jobs.leaseMs)
const GIVEN_UP: Failure = { code: 'internal', message: 'Its process ended each time it was tried.' }

/** One worker gets a job; null if another was faster, or every worker died over it and it is given up. */
export async function claimJob(db: Db, job: Job, leaseOwner: string, now: Date): Promise<Job | null> {
  const where = pick(job, 'id status attempts')
  if (job.attempts >= limits.jobs.maxAttempts) {
    await db.job.updateMany({ where, data: { status: 'failed', error: GIVEN_UP, ...NOBODY } })
    return null
  }
  const data = { status: 'running', attempts: { increment: 1 }, leaseOwner, leaseUntil: leaseFrom(now) }
  return unlessLost(db.job.update({ where, data }))
}

/** Renews the leases of `ids`. @returns those that this worker still owns. */
export async function renewJobs(db: Db, ids: string[], leaseOwner: string, now: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set<string>()
  const where = { id: { in: ids }, status: 'running', leaseOwner }
  await db.job.updateMany({ where, data: { leaseUntil: leaseFrom(now) } })
  return new Set((await db.job.findMany({ where, select: { id: true } })).map((job) => job.id))
}

/** The write that ends a job, first in the transaction of its work: exactly once, or all rolls back. */
export const finishJobOps = (db: Db, job: Job): Batch => [
  db.job.update({ where: mine(job), data: { status: 'done', ...NOBODY }, select: { id: true } }),
]

/** The write that keeps what a job has done although it will be tried again, in place of `finishJobOps`. */
export const progressOps = (db: Db, job: Job, progress: Prisma.InputJsonObject): Batch => [
  db.job.update({ where: mine(job), data: { progress }, select: { id: true } }),
]

const UNTRIED = { status: 'waiting', attempts: { decrement: 1 }, ...NOBODY }
/** Its subject is in the trash until `runAfter`. The try does not count. */
export async function postponeJob(db: Db, job: Job, runAfter: Date): Promise<void> {
  await db.job.updateMany({ where: mine(job), data: { ...UNTRIED, runAfter } })
}

/** The same for a job whose calls are refused until then, and for those of its kind, whose calls would be, too. */
export async function postponeKind(db: Db, job: Job, runAfter: Date): Promise<void> {
  const { ownerId, kind } = job
  await postponeJob(db, job, runAfter)
  const where = { ownerId, kind, status: 'waiting', runAfter: { lt: runAfter } }
  await db.job.updateMany({ where, data: { runAfter } })
}

/** Deletes the earlier jobs of a kind that begins again with every change. */
export const clearDoneOps = (db: Db, { id, ownerId, kind }: Job): Batch => [
  db.job.deleteMany({ where: { ownerId, kind, status: 'done', id: { not: id } } }),
]

/** Tries again later, or gives up after the last attempt. */
export async function failJob(db: Db, job: Job, error: Failure, runAfter: Date): Promise<void> {
  const status = job.attempts >= limits.jobs.maxAttempts ? 'failed' : 'waiting'
  await db.job.updateMany({ where: mine(job), data: { status, error, runAfter, ...NOBODY } })
}

/** Makes a person's waiting jobs of a kind due at once: what made them fail has probably changed. */
export async function makeJobsDue(db: Db, ownerId: string, kind: string, now: Date): Promise<void> {
  const where = { ownerId, kind, status: 'waiting', runAfter: { gt: now } }
  await db.job.updateMany({ where, data: { runAfter: now } })
}

/** Gives up at the first failure: who asked for it decides whether it is tried again. */
export async function giveUpJob(db: Db, job: Job, error: Failure): Promise<void> {
  await db.job.updateMany({ where: mine(job), data: { status: 'failed', error, ...NOBODY } })
}

/** Another job of the kind that this owner's worker is doing now; its id. */
export async function otherRunning(db: Db, { id, ownerId, kind }: Job): Promise<string | null> {
  const where = { ownerId, kind, status: 'running', id: { not: id } }
  return (await db.job.findFirst({ where, select: columns('id') }))?.id ?? null
}

/** Jobs of an instance that shuts down go back to the queue; the try does not count. */
export const releaseJobs = (db: Db, leaseOwner: string) =>
  db.job.updateMany({ where: { status: 'running', leaseOwner }, data: UNTRIED })
