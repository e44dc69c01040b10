import type { Db } from '@/lib/db/engine/client'
import { readLogs } from '@/lib/db/turns/events'
import { findTurns, type Turn } from '@/lib/db/turns/turns'
import type { Frame } from '@/lib/shared/events'

export type Position = { attempt: number; seq: number }
export type RemoteNews = { turn: Turn | null; frames: Frame[] }
type Waiter = {
  ownerId: string
  turnId: string
  at: Position
  resolve(news: RemoteNews): void
  reject(error: unknown): void
}

/**
 * Follows turns that run in other processes or wait in the queue: one poller per process serves all readers.
 * Frames start after `at`, or at the beginning if the turn has another attempt.
 */
export class RemoteTurns {
  private waiting: Waiter[] = []
  private due = false

  constructor(
    private readonly db: Db,
    private readonly schedule: (run: () => void, ms: number) => unknown,
    private readonly pollMs: number,
  ) {}

  /** Resolves with the next poll, at most `pollMs` from now. */
  next(ownerId: string, turnId: string, at: Position): Promise<RemoteNews> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ownerId, turnId, at, resolve, reject })
      if (this.due) return
      this.due = true
      this.schedule(() => void this.look(), this.pollMs)
    })
  }

  private async look(): Promise<void> {
    const waiters = this.waiting
    this.waiting = []
    this.due = false
    try {
      const turns = new Map(
        (await findTurns(this.db, [...new Set(waiters.map((waiter) => waiter.turnId))])).map((turn) => [
          turn.id,
          turn,
        ]),
      )
      const own = (waiter: Waiter) => {
        const turn = turns.get(waiter.turnId)
        return turn?.ownerId === waiter.ownerId && turn.trashId === null ? turn : null
      }
      const afters = waiters.flatMap((waiter) => {
        const turn = own(waiter)
        // Reads a turn that ended since the last poll to its end.
        const wanted =
          turn?.status === 'running' || (turn?.attempt === waiter.at.attempt && waiter.at.seq > 0)
        return turn && wanted
          ? [
              {
                turnId: turn.id,
                attempt: turn.attempt,
                after: turn.attempt === waiter.at.attempt ? waiter.at.seq : 0,
              },
            ]
          : []
      })
      const logs = await readLogs(this.db, afters)
      for (const waiter of waiters) {
        const turn = own(waiter)
        const after = turn?.attempt === waiter.at.attempt ? waiter.at.seq : 0
        waiter.resolve({ turn, frames: (logs.get(waiter.turnId) ?? []).filter((frame) => frame.seq > after) })
      }
    } catch (error) {
      for (const waiter of waiters) waiter.reject(error)
    }
  }
}
