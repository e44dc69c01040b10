import type { TurnOutcome } from '@/lib/agent/turn-state'
import { isGone, isTaken } from '@/lib/db/engine/errors'
import {
  type InstanceRow,
  instancesById,
  recordHeartbeat,
  registerInstance,
  removeDeadInstances,
  removeInstance,
} from '@/lib/db/engine/instances'
import {
  claimTurn,
  clockOffset,
  type Lease,
  renewLeases,
  requestStop,
  runningTurns,
  stopRequests,
} from '@/lib/db/turns/claims'
import { appendLogOps, lastFrame } from '@/lib/db/turns/events'
import { conversationsWithQueue, freeProgram, mayRun, queuedTurns } from '@/lib/db/turns/queue'
import { pathBefore, type Turn } from '@/lib/db/turns/turns'
import { toFailure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { OnCall } from '@/lib/shared/model-call'
import type { TurnEvent } from '@/lib/shared/turn/events'
import { asAborted, bareOutcome, commitTurn, NOT_SAVED, Recovery, terminalEvent } from './commit-turn'
import { Flusher } from './flusher'
import type { AbortReason, RunnerDeps } from './runner-deps'
import { TurnLog } from './turn-log'

const { runner: times } = limits

export type RunningTurn = {
  turn: Turn
  lease: Lease
  log: TurnLog
  controller: AbortController
  renewedAt: number
  done: Promise<void>
}

/**
 * Runs turns apart from any request: claims them under a lease, keeps their log, commits their outcome behind
 * a fence, and recovers those of dead processes. The loops or a test call `tick…`.
 */
export class Runner {
  private readonly running = new Map<string, RunningTurn>()
  private readonly flusher: Flusher
  /** Turns that could not be saved, shown from their logs until the database accepts writes again. */
  private readonly unsaved = new Map<string, RunningTurn>()
  private readonly recovery: Recovery
  private readonly kicks = new Set<Promise<void>>()
  private draining = false
  private offset = 0

  constructor(private readonly deps: RunnerDeps) {
    this.flusher = new Flusher(
      (rows) => deps.db.$transaction(appendLogOps(deps.db, rows)),
      (turnId, attempt) => lastFrame(deps.db, turnId, attempt),
      deps.log,
    )
    this.recovery = new Recovery(deps)
  }

  async register() {
    const { db, instance, runtime } = this.deps
    this.offset = await clockOffset(db, runtime.now())
    await registerInstance(db, instance, runtime.now())
  }

  entry = (turnId: string) => this.running.get(turnId) ?? this.unsaved.get(turnId)
  get active() {
    return this.running.size
  }
  get isDraining() {
    return this.draining
  }

  /** Starts the next turn of a conversation, if none is running. */
  async kick(ownerId: string, conversationId: string): Promise<void> {
    if (this.draining || this.deps.serves?.(conversationId) === false) return
    const kick = this.startNext(ownerId, conversationId)
    this.kicks.add(kick)
    await kick.finally(() => this.kicks.delete(kick))
  }

  private async startNext(ownerId: string, conversationId: string): Promise<void> {
    const { db, instance, runtime } = this.deps
    const queue = await queuedTurns(db, ownerId, conversationId)
    const next = queue.find(mayRun)
    if (!next) {
      if (await freeProgram(db, queue, runtime.id('br'))) await this.startNext(ownerId, conversationId)
      return
    }
    const now = this.now()
    const until = new Date(now.getTime() + times.leaseMs)
    const claimed = await claimTurn(db, ownerId, next.id, conversationId, instance.id, until, now)
    if (claimed) this.start(claimed.turn, claimed.lease)
  }

  /** Stops a turn: here at once, in another process within one of its ticks. */
  async stop(ownerId: string, turnId: string): Promise<void> {
    if (this.running.get(turnId)?.turn.ownerId === ownerId) this.abort(turnId, 'stop')
    await requestStop(this.deps.db, ownerId, turnId, this.deps.runtime.now())
  }

  /** Resolves when the turn is settled or no longer ours. */
  settled = (turnId: string): Promise<void> => this.running.get(turnId)?.done ?? Promise.resolve()

  async flush(): Promise<void> {
    const logs = [...this.unsaved.values(), ...this.running.values()].map((entry) => entry.log)
    await this.flusher.flush(logs, (log) => this.abort(log.turnId, 'unsaved'))
  }

  /** Every 200 ms: writes pending frames, reads stop requests, renews overdue leases. */
  async tickFast(): Promise<void> {
    if (this.running.size + this.unsaved.size === 0) return
    const now = this.deps.runtime.now().getTime()
    if ([...this.running.values()].some((entry) => now - entry.renewedAt > times.selfAbortMs))
      await this.tickLease()
    await this.flush()
    for (const id of await stopRequests(this.deps.db, [...this.running.keys()])) this.abort(id, 'stop')
  }

  /** Every 5 s: renews leases, drops turns taken over elsewhere, and ends those it cannot renew. */
  async tickLease(): Promise<void> {
    const { db, instance, runtime } = this.deps
    const now = runtime.now().getTime()
    const ids = [...this.running.keys()]
    let held = new Set<string>()
    let failed = false
    try {
      await recordHeartbeat(db, instance.id, runtime.now())
      held = await renewLeases(db, ids, instance.id, new Date(this.now().getTime() + times.leaseMs))
    } catch (error) {
      failed = true
      this.deps.log('lease renewal failed', { error: String(error) })
    }
    for (const id of ids) {
      const entry = this.running.get(id)
      if (!entry) continue
      if (held.has(id)) entry.renewedAt = now
      else if (!failed) this.abort(id, 'lease')
      else if (now - entry.renewedAt > times.selfAbortMs) this.abort(id, 'unsaved')
    }
  }

  /** Every 2 s and at start: settles turns of dead processes and starts waiting ones. */
  async tickSweep(): Promise<void> {
    const { db, instance } = this.deps
    const running = await runningTurns(db)
    const others = running.filter((turn) => !this.running.has(turn.id))
    const isUnsaved = (turn: (typeof running)[number]) =>
      turn.leaseOwner === instance.id && this.unsaved.get(turn.id)?.lease.attempt === turn.attempt
    for (const id of this.unsaved.keys())
      if (!running.some((turn) => turn.id === id && isUnsaved(turn))) this.unsaved.delete(id)
    const owners = await instancesById(
      db,
      others.flatMap((turn) => turn.leaseOwner ?? []),
    )
    for (const turn of others) {
      const owner = owners.get(turn.leaseOwner ?? '')
      const expired = !turn.leaseUntil || turn.leaseUntil < this.now()
      const dead = owner !== undefined && this.isDead(owner)
      if (expired || dead || isUnsaved(turn))
        await this.alone('a turn could not be recovered', turn.id, () => this.recover(turn.ownerId, turn.id))
    }
    for (const { ownerId, conversationId } of await conversationsWithQueue(db))
      await this.alone('a waiting turn could not be started', conversationId, () =>
        this.kick(ownerId, conversationId),
      )
    // A dead process that still has a turn: its row shows that the turn can be recovered at once.
    const holding = new Set(running.map((turn) => turn.leaseOwner))
    const before = new Date(this.deps.runtime.now().getTime() - times.instanceKeptMs)
    await this.alone('dead processes could not be removed', instance.id, () =>
      removeDeadInstances(db, instance.host, (row) => this.isDead(row) && !holding.has(row.id), before),
    )
  }

  /** A process of this host that is dead, or had this process's number before. */
  private isDead(owner: InstanceRow & { startedAt: Date }): boolean {
    const { instance, isAlive } = this.deps
    return (
      owner.host === instance.host &&
      (owner.pid === instance.pid ? owner.id !== instance.id : !isAlive(owner.pid, owner.startedAt))
    )
  }

  /** A turn that cannot be recovered does not block the others. */
  private async alone(failing: string, id: string, run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      this.deps.log(failing, { id, error: String((error as Error)?.stack ?? error) })
    }
  }

  /** Ends every turn as interrupted and writes what is pending, within the time for shutdown. */
  async shutdown(): Promise<void> {
    this.draining = true
    const end = async () => {
      await Promise.allSettled(this.kicks)
      const entries = [...this.running.values()]
      for (const { turn } of entries) this.abort(turn.id, 'shutdown')
      await Promise.all(entries.map((entry) => entry.done))
    }
    await Promise.race([end(), this.deps.sleep(times.shutdownMs - 500)])
    await this.flush().catch(() => {})
    // Others recover the remaining turns at once, because the row says that this process has ended.
    if (this.running.size === 0) await removeInstance(this.deps.db, this.deps.instance.id).catch(() => {})
  }

  /** The database's clock. */
  private now = () => new Date(this.deps.runtime.now().getTime() + this.offset)

  private start(turn: Turn, lease: Lease) {
    const log = new TurnLog(turn.id, lease.attempt, this.deps.schedule)
    const watch = this.deps.telemetry?.turn(turn.id, turn.ownerId)
    log.read(0, (frame) => watch?.event(frame?.event ?? null))
    const entry: RunningTurn = {
      turn,
      lease,
      log,
      controller: new AbortController(),
      renewedAt: this.deps.runtime.now().getTime(),
      done: Promise.resolve(),
    }
    this.running.set(turn.id, entry)
    // At once: gathering what the turn needs takes dozens of queries.
    log.emit({ type: 'started', at: this.deps.runtime.now().toISOString() })
    entry.done = this.execute(entry, watch?.called)
  }

  private async execute(entry: RunningTurn, onCall?: OnCall): Promise<void> {
    const { turn, lease, log, controller } = entry
    const emit = (event: TurnEvent) => log.emit(event)
    const outcome = await pathBefore(this.deps.db, turn)
      .then((path) => this.deps.runTurn({ turn, lease, path, signal: controller.signal, emit, onCall }))
      .catch((error: unknown): TurnOutcome => {
        this.deps.log('a turn crashed', { turnId: turn.id, error: String((error as Error)?.stack ?? error) })
        log.flushBuffer()
        return bareOutcome('failed', log.frames, toFailure(error))
      })
    const reason = controller.signal.reason as AbortReason | undefined
    if (reason === 'lease') log.abandon()
    else await this.settle(entry, asAborted(outcome, reason))
    // A turn lost here may have been claimed again as its next attempt.
    if (this.running.get(turn.id) === entry) this.running.delete(turn.id)
    this.deps.onSettled?.(turn.ownerId, turn.id)
    await this.kick(turn.ownerId, turn.conversationId).catch((error) =>
      this.deps.log('the next turn could not be started', { error: String(error) }),
    )
  }

  private async settle(entry: RunningTurn, outcome: TurnOutcome): Promise<void> {
    const { log, lease } = entry
    const frame = log.terminalFrame(terminalEvent(this.deps, outcome))
    for (let i = 1; ; i++) {
      await this.flusher.idle()
      const pending = log.takePending()
      try {
        await commitTurn(this.deps, lease, outcome, [...pending, frame])
        return log.settle(frame)
      } catch (error) {
        log.putBack(isTaken(error) ? await this.flusher.unwritten(log, pending) : pending)
        if (isGone(error)) return log.abandon()
        this.deps.log('commit failed', { turnId: entry.turn.id, attempt: i, error: String(error) })
        if (i >= times.commitTries) break
        await this.deps.sleep(times.commitWindowMs / (times.commitTries - 1) / 2)
      }
    }
    this.unsaved.set(log.turnId, entry)
    const event = terminalEvent(this.deps, { ...outcome, status: 'failed', error: NOT_SAVED })
    log.settle({ ...frame, event })
  }

  private async recover(ownerId: string, turnId: string): Promise<void> {
    if (this.unsaved.has(turnId)) await this.flush()
    const events = await this.recovery.settle(ownerId, turnId)
    if (!events) return
    // One that this process could not save was counted when it failed.
    if (!this.unsaved.delete(turnId)) this.deps.telemetry?.recovered(events)
    this.deps.onSettled?.(ownerId, turnId)
  }

  /** The first reason counts. */
  private abort(turnId: string, reason: AbortReason) {
    this.running.get(turnId)?.controller.abort(reason)
  }
}
