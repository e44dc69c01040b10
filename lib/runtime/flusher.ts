import { isTaken } from '@/lib/db/engine/errors'
import { type LogRow, logRow } from '@/lib/db/turns/events'
import { limits } from '@/lib/shared/limits'
import { type Frame, isTerminal, type TurnEvent } from '@/lib/shared/turn/events'
import type { TurnLog } from './turn-log'

type Taken = { log: TurnLog; frames: Frame[] }
const isEnd = (type: string) => isTerminal({ type } as TurnEvent)

/**
 * Writes the pending frames of all turns of this process in one insert. After a failed write they stay
 * pending.
 */
export class Flusher {
  private current: Promise<void> | null = null

  constructor(
    private readonly append: (rows: LogRow[]) => Promise<unknown>,
    private readonly last: (turnId: string, attempt: number) => Promise<{ seq: number; type: string } | null>,
    private readonly log: (message: string, fields?: Record<string, unknown>) => void,
  ) {}

  /** Resolves when no write is running. */
  async idle(): Promise<void> {
    while (this.current) await this.current
  }

  /** `onFull` is called for a turn with more unwritten frames than the limit. */
  async flush(logs: TurnLog[], onFull: (log: TurnLog) => void): Promise<void> {
    await this.idle()
    this.current = this.write(logs, onFull).finally(() => {
      this.current = null
    })
    await this.current
  }

  /**
   * Frames that are not in the database: an insert may have succeeded although its response was lost. None if
   * another process ended the attempt.
   */
  async unwritten(log: TurnLog, frames: Frame[]): Promise<Frame[]> {
    try {
      const last = await this.last(log.turnId, log.attempt)
      if (!last) return frames
      return isEnd(last.type) ? [] : frames.filter((frame) => frame.seq > last.seq)
    } catch {
      return frames
    }
  }

  private async write(logs: TurnLog[], onFull: (log: TurnLog) => void): Promise<void> {
    const taken = logs
      .map((log) => ({ log, frames: log.takePending() }))
      .filter(({ frames }) => frames.length > 0)
    if (taken.length === 0) return
    const rowsOf = ({ log, frames }: Taken) => frames.map((frame) => logRow(log.turnId, frame))
    try {
      await this.append(taken.flatMap(rowsOf))
    } catch (error) {
      this.log('the event log could not be written', { error: String(error) })
      // If one turn's frames were refused, the others are written without them.
      for (const one of taken) {
        const failure =
          taken.length === 1
            ? error
            : await this.append(rowsOf(one)).then(
                () => null,
                (reason: unknown) => reason ?? error,
              )
        if (failure === null) continue
        one.log.putBack(isTaken(failure) ? await this.unwritten(one.log, one.frames) : one.frames)
        if (one.log.pendingChars > limits.runner.maxPendingChars) onFull(one.log)
      }
    }
  }
}
