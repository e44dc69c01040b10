import type { AgentDeps } from '@/lib/agent/turn-state'
import type { Db } from '@/lib/db/engine/client'
import { isGone, isTaken } from '@/lib/db/engine/errors'
import { clockOffset } from '@/lib/db/turns/claims'
import {
  claimJob,
  dueJobs,
  failJob,
  type Job,
  postponeKind,
  releaseJobs,
  renewJobs,
  turnPayload,
} from '@/lib/db/turns/jobs'
import { observeCalls } from '@/lib/model/call/observe-calls'
import { DAY_MS } from '@/lib/shared/day'
import { MnemeError, thrown, toFailure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'
import type { Telemetry } from '@/lib/telemetry/telemetry'
import { BACKGROUND, jobKind } from './registry'

/** Jobs at the same time; `busy` = the least while turns are answered. One person has half of them at most. */
const PLACES = { all: 4, busy: 2 }

type JobsDeps = {
  db: Db
  runtime: Runtime
  instanceId: string
  depsFor(job: Job): Promise<AgentDeps>
  /** How many turns are being answered here. Each takes a job's place, since people wait for answers. */
  turnsRunning?(): number
  /** Called after each run of a job about a turn. */
  onTurnJob?(ownerId: string, turnId: string): void
  log(message: string, fields?: Record<string, unknown>): void
  telemetry?: Telemetry | undefined
}

/** Runs durable jobs: after the answer, through crashes, and again when they fail. */
export class Jobs {
  private readonly controller = new AbortController()
  /** Running jobs, each with its abort. */
  private readonly busy = new Map<string, AbortController>()
  /** The jobs that have a place, also while they are being claimed. */
  private readonly placed = new Set<Job>()
  private waiting: Promise<void> | null = null
  /** Makes the current run look for jobs again. */
  private look = () => {}

  constructor(private readonly deps: JobsDeps) {}

  /** Runs what is due. A call during a run joins it, and its free places take what has become due. */
  tick(): Promise<void> {
    this.look()
    this.waiting ??= this.run().finally(() => {
      this.waiting = null
    })
    return this.waiting
  }

  /**
   * Runs what is due without a caller waiting: a long run would keep each caller's promise and request alive.
   */
  wake(): void {
    if (this.waiting) this.look()
    else this.tick().catch((error) => this.deps.log('jobs failed', { error: String(error) }))
  }

  /** Called every third of a lease. Renews running jobs; drops those that another worker took over. */
  async tickLease(): Promise<void> {
    const { db, instanceId } = this.deps
    const ids = [...this.busy.keys()]
    const held = await renewJobs(db, ids, instanceId, await this.leaseNow())
    for (const id of ids) if (!held.has(id)) this.busy.get(id)?.abort()
  }

  /** Returns running jobs to the queue and records what their calls have cost. */
  async stop(): Promise<void> {
    this.controller.abort()
    await releaseJobs(this.deps.db, this.deps.instanceId).catch(() => {})
    await this.waiting?.catch(() => {})
  }

  /** The database's clock, by which the servers that share it compare leases. */
  private async leaseNow(): Promise<Date> {
    const now = this.deps.runtime.now()
    return new Date(now.getTime() + (await clockOffset(this.deps.db, now)))
  }

  private async run(): Promise<void> {
    const faults: unknown[] = []
    for (;;) {
      const again = new Promise<void>((resolve) => {
        this.look = resolve
      })
      const isIdle = this.placed.size === 0
      const isEnding = this.controller.signal.aborted || faults.length > 0
      const hasStarted = !isEnding && (await this.fill((fault) => faults.push(fault)))
      if (isIdle && !hasStarted) break
      await again
    }
    if (faults.length > 0) throw faults[0]
  }

  /** Starts due jobs in the free places. A person whose provider hangs cannot occupy them all. */
  private async fill(onFault: (fault: unknown) => void): Promise<boolean> {
    const { placed } = this
    const all = Math.max(PLACES.busy, PLACES.all - (this.deps.turnsRunning?.() ?? 0))
    const waits = ({ ownerId, kind }: Job) => {
      const own = [...placed].filter((job) => job.ownerId === ownerId)
      return (
        own.length >= Math.floor(all / 2) || (jobKind(kind)?.alone && own.some((job) => job.kind === kind))
      )
    }
    const passedOver = new Set<string>()
    let hasStarted = false
    for (let skipped = true; skipped && placed.size < all; ) {
      const known = new Set([...placed].map(({ id }) => id))
      const clocks = { now: this.deps.runtime.now(), leaseNow: await this.leaseNow() }
      const due = await dueJobs(this.deps.db, clocks, all, BACKGROUND, [...passedOver])
      skipped = false
      for (const job of due.filter(({ id }) => !known.has(id))) {
        if (placed.size >= all || this.controller.signal.aborted) return hasStarted
        if (waits(job)) {
          passedOver.add(job.ownerId)
          skipped = true
          continue
        }
        hasStarted = true
        placed.add(job)
        void this.one(job)
          .catch(onFault)
          .finally(() => {
            placed.delete(job)
            this.look()
          })
      }
    }
    return hasStarted
  }

  private async one(found: Job): Promise<void> {
    const { db, runtime, instanceId, log } = this.deps
    const job = await claimJob(db, found, instanceId, await this.leaseNow())
    if (!job) return
    const own = new AbortController()
    this.busy.set(job.id, own)
    const kind = jobKind(job.kind)
    const watch = this.deps.telemetry?.job(kind?.name ?? 'other')
    try {
      if (!kind) throw new MnemeError('invalid', `There is no job of kind ${job.kind}.`)
      const given = await this.deps.depsFor(job)
      const models = observeCalls(given.models, (call, failure) => {
        watch?.called(call)
        // Nothing was sent. The job waits, rather than do without a model.
        if (failure?.code === 'limit_reached') throw thrown(failure)
      })
      await kind.run({ ...given, models }, job, AbortSignal.any([this.controller.signal, own.signal]))
      watch?.ended(null)
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'limit_reached') {
        const until = failure.retryAt ?? runtime.now().getTime() + DAY_MS
        watch?.ended(failure.code)
        return await postponeKind(db, job, new Date(until))
      }
      // Another worker has done it meanwhile, and this one's writes were rolled back.
      if (!isTaken(error) && !isGone(error)) {
        log('a job failed', { job: job.id, kind: job.kind, error: String((error as Error)?.stack ?? error) })
        watch?.ended(failure.code)
      }
      const again = new Date(runtime.now().getTime() + limits.jobs.retryMs * 2 ** job.attempts)
      await failJob(db, job, failure, again)
    } finally {
      this.busy.delete(job.id)
      const about = turnPayload.safeParse(job.payload).data
      if (about) this.deps.onTurnJob?.(job.ownerId, about.turnId)
    }
  }
}
