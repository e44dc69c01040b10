import { type LogRow, logRow } from '@/lib/db/events'
import { limits } from '@/lib/shared/limits'
import type { TurnLog } from './turn-log'

/** Writes the pending frames of all turns of this process in one insert. A failed write keeps them for the next. */
export class Flusher {
  private current: Promise<void> | null = null

  constructor(
    private readonly append: (rows: LogRow[]) => Promise<unknown>,
    private readonly log: (message: string, fields?: Record<string, unknown>) => void,
  ) {}

  /** Resolves when no write is under way. */
  async idle(): Promise<void> {
    while (this.current) await this.current
  }

  /** `onFull` is told of a turn whose unwritten frames outgrew the limit. */
  async flush(logs: TurnLog[], onFull: (log: TurnLog) => void): Promise<void> {
    await this.idle()
    this.current = this.write(logs, onFull).finally(() => {
      this.current = null
    })
    await this.current
  }

  private async write(logs: TurnLog[], onFull: (log: TurnLog) => void): Promise<void> {
    const taken = logs.map((log) => ({ log, frames: log.takePending() })).filter(({ frames }) => frames.length > 0)
    if (taken.length === 0) return
    try {
      await this.append(taken.flatMap(({ log, frames }) => frames.map((frame) => logRow(log.turnId, frame))))
    } catch (error) {
      this.log('the event log could not be written', { error: String(error) })
      for (const { log, frames } of taken) {
        log.putBack(frames)
        if (log.pendingBytes > limits.runner.maxPendingBytes) onFull(log)
      }
    }
  }
}
