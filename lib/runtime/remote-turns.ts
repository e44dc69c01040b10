import type { Db } from '@/lib/db/engine/client'
import { readLogs } from '@/lib/db/turns/events'
import { type Turn, turnsById } from '@/lib/db/turns/turns'
import type { Frame } from '@/lib/shared/turn/events'

export type Position = { attempt: number; seq: number }
type RemoteNews = { turn: Turn | null; frames: Frame[] }
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
      const found = await turnsById(this.db, [...new Set(waiters.map((waiter) => waiter.turnId))])
      const turns = new Map(found.map((turn) => [turn.id, turn]))
      const readers = waiters.map(({ ownerId, turnId, at, resolve }) => {
        const turn = turns.get(turnId)
        const own = turn?.ownerId === ownerId && turn.trashId === null ? turn : null
        return { turn: own, after: own?.attempt === at.attempt ? at.seq : 0, resolve }
      })
      // A turn that ended since the last poll is read to its end.
      const wanted = readers.flatMap(({ turn, after }) =>
        turn && (turn.status === 'running' || after > 0)
          ? [{ turnId: turn.id, attempt: turn.attempt, after }]
          : [],
      )
      const logs = await readLogs(this.db, wanted)
      for (const { turn, after, resolve } of readers) {
        const frames = (turn && logs.get(turn.id)) ?? []
        resolve({ turn, frames: frames.filter((frame) => frame.seq > after) })
      }
    } catch (error) {
      for (const waiter of waiters) waiter.reject(error)
    }
  }
}
