import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type Database from 'better-sqlite3'
import { LOCK_WAIT, lockWaiter } from './lock-wait'
import { reusing } from './sqlite-statements'

type Adapter = Awaited<ReturnType<PrismaBetterSqlite3['connect']>>
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>

/** What every connection must have; `assertPragmas` refuses to go on without them. */
const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: LOCK_WAIT.blockMs,
  secure_delete: 1,
} as const

/** @throws Error naming the first pragma that is not as promised. `inMemory` = without a file or log. */
export function assertPragmas(raw: Pick<Database.Database, 'pragma'>, inMemory = false) {
  for (const [name, want] of Object.entries(PRAGMAS)) {
    if (inMemory && name === 'journal_mode') continue
    const got = raw.pragma(name, { simple: true })
    if (String(got).toLowerCase() !== String(want))
      throw new Error(
        `SQLite is not safe to use here: ${name} is ${String(got)}, it must be ${want}. Put the database on a local disk that supports write-ahead logging.`,
      )
  }
}

export function setPragmas(raw: Database.Database) {
  // Nothing else runs yet, and this one may not be tried again.
  raw.pragma(`busy_timeout = ${LOCK_WAIT.totalMs}`)
  raw.pragma('journal_mode = WAL')
  raw.pragma(`busy_timeout = ${LOCK_WAIT.blockMs}`)
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  raw.pragma('secure_delete = ON')
  raw.pragma('cache_size = -65536')
  raw.pragma('temp_store = MEMORY')
}

const SLICE_MS = 6
/**
 * The driver answers at once, so a chain of queries would run to its end before any request is heard: what
 * waits for in- and output gets in between slices. @returns what to wait for, if anything.
 */
function slices(): () => Promise<void> | null {
  let since: number | null = null
  return () => {
    if (since === null) {
      since = performance.now()
      setImmediate(() => {
        since = null
      })
    }
    return performance.now() - since > SLICE_MS ? new Promise((resolve) => setImmediate(resolve)) : null
  }
}

/**
 * adapter-better-sqlite3 with pragmas, and with transactions that other requests' queries cannot fall into:
 * the stock adapter runs every query on its one connection, inside whatever transaction happens to be open,
 * and loses it on rollback.
 */
export class GatedSqlite extends PrismaBetterSqlite3 {
  /** The one connection, for prepared raw statements; it returns BigInt by default. */
  raw: Database.Database | undefined

  /**
   * `lockWaitMs` = how long a write waits for another process's lock before it fails. `fill` makes the tables
   * of a database in memory, which only its own connection can reach.
   */
  constructor(
    options: { url: string },
    private readonly lockWaitMs: number = LOCK_WAIT.totalMs,
    private readonly fill: ((raw: Database.Database) => Promise<unknown>) | null = null,
  ) {
    super(options)
  }

  override async connect() {
    const adapter = (await super.connect()) as Adapter & {
      client: Database.Database
      onError(error: unknown): never
    }
    const raw = adapter.client
    this.raw = raw
    setPragmas(raw)
    assertPragmas(raw, this.fill !== null)
    await this.fill?.(raw)
    // The stock adapter sends BEGIN (deferred) itself and leaks its mutex if that fails; the lock is taken
    // before.
    const prepare = reusing(raw.prepare.bind(raw))
    raw.prepare = ((sql: string) => (sql === 'BEGIN' ? { run() {} } : prepare(sql))) as typeof raw.prepare

    const breath = slices()
    const unlocked = lockWaiter(raw, this.lockWaitMs)
    let open: Promise<void> | null = null
    const gated =
      <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
      async (...args: A) => {
        const pause = breath()
        if (pause) await pause
        return unlocked(async () => {
          while (open) await open
          return run(...args)
        })
      }
    adapter.queryRaw = gated(adapter.queryRaw.bind(adapter))
    adapter.executeRaw = gated(adapter.executeRaw.bind(adapter))
    adapter.executeScript = gated(adapter.executeScript.bind(adapter))
    const start = adapter.startTransaction.bind(adapter)
    /** Takes the lock and closes the gate in one go. @returns what opens it again. */
    const begin = async (): Promise<() => void> => {
      while (open) await open
      raw.exec('BEGIN IMMEDIATE')
      let release = () => {}
      open = new Promise<void>((resolve) => {
        release = () => {
          open = null
          resolve()
        }
      })
      return release
    }
    adapter.startTransaction = async (level): Promise<Transaction> => {
      const release = await unlocked(begin).catch((error: unknown) => {
        if (String((error as { code?: unknown }).code).startsWith('SQLITE')) adapter.onError(error)
        throw error
      })
      const rollback = () => raw.inTransaction && raw.exec('ROLLBACK')
      try {
        const transaction = await start(level)
        const ending = (end: () => Promise<void>) => async () => {
          try {
            await end()
          } finally {
            rollback()
            release()
          }
        }
        transaction.commit = ending(transaction.commit.bind(transaction))
        transaction.rollback = ending(transaction.rollback.bind(transaction))
        return transaction
      } catch (error) {
        rollback()
        release()
        throw error
      }
    }
    return adapter
  }
}
