import type Database from 'better-sqlite3'
import { keepLast } from '@/lib/shared/keep-last'

/** Statements kept; the one not used for longest gives way. */
const KEPT = 400
const REUSABLE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i
/** What Prisma's adapter needs: values are bound once, then it runs to its end in one call. */
type Bound = Pick<Database.Statement, 'reader' | 'columns'> & {
  raw(): { all(): unknown[] }
  run(): Database.RunResult
}
/** `columns` are cached on first use, but only if the SQL names every column. */
type Kept = { statement: Database.Statement; columns?: Database.ColumnDefinition[] }
export type Prepare = (sql: string) => { bind(args: unknown[]): Bound }

/** Keeps what it prepared: SQLite takes longer to prepare most statements than to run them. */
export function reusing(prepare: Database.Database['prepare']): Prepare {
  const kept = new Map<string, Kept>()
  return (sql) => {
    if (!REUSABLE.test(sql)) return prepare(sql)
    const one = kept.get(sql) ?? { statement: prepare(sql) }
    const { statement } = one
    keepLast(kept, KEPT, sql, one)
    const namesAll = !sql.includes('*')
    // `bind` on the statement itself is permanent, so the values are passed when it runs.
    return {
      bind: (args) => ({
        reader: statement.reader,
        columns() {
          if (!namesAll) return statement.columns()
          one.columns ??= statement.columns()
          return one.columns
        },
        raw: () => ({ all: () => statement.raw().all(args) }),
        run: () => statement.run(args),
      }),
    }
  }
}
