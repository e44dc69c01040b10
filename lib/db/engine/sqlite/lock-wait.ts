import type Database from 'better-sqlite3'

/**
 * SQLite itself waits for a lock with the event loop blocked, so it may do that for `blockMs` only; then each
 * write is tried again, with pauses of `pauseMs`, until `totalMs` have passed.
 */
export const LOCK_WAIT = { blockMs: 50, pauseMs: 100, totalMs: 5_000 } as const

const isBusy = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: { originalCode?: unknown } }
  return /^SQLITE_(?:BUSY|LOCKED)/.test(String(code ?? cause?.originalCode))
}

/** Retries what another process's lock refuses. All waiters share one check, so the event loop stays free. */
export function lockWaiter(raw: Database.Database, totalMs: number) {
  let looking: Promise<boolean> | null = null
  const isFree = async () => {
    await new Promise((resolve) => setTimeout(resolve, LOCK_WAIT.pauseMs))
    looking = null
    if (raw.inTransaction) return true
    try {
      raw.exec('BEGIN IMMEDIATE')
      raw.exec('ROLLBACK')
      return true
    } catch (error) {
      return !isBusy(error)
    }
  }
  return async <T>(run: () => Promise<T>): Promise<T> => {
    const until = performance.now() + totalMs
    for (;;)
      try {
        return await run()
      } catch (error) {
        if (!isBusy(error)) throw error
        do {
          if (performance.now() >= until) throw error
          looking ??= isFree()
        } while (!(await looking))
      }
  }
}
