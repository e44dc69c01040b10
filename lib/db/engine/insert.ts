import { join, raw, sqltag } from '@prisma/client/runtime/client'
import type { Batch, Db, Prisma } from './client'

/**
 * Values of one row by column, in the same order in every row. Plain objects and lists are stored as JSON,
 * bytes as they are.
 */
export type NewRow = Record<string, string | number | bigint | boolean | Date | Uint8Array | object | null>
export type Table = Exclude<Prisma.ModelName, 'User'> | 'SearchUnit'

const NAME = /^[A-Za-z]+$/
const quoted = (name: string) => {
  if (!NAME.test(name)) throw new Error(`not a column: ${name}`)
  return raw(`"${name}"`)
}
/** A value for a JSON column that may not be an object: a bare string would be parsed as JSON. */
export const asJson = (value: unknown): string => JSON.stringify(value)
const stored = (value: NewRow[string]) =>
  value !== null && typeof value === 'object' && !(value instanceof Date || value instanceof Uint8Array)
    ? JSON.stringify(value)
    : value

/** Rows of one statement; both databases take some 32,000 values in one. */
const ROWS = 500
const BULK = 64

/**
 * Writes for a transaction: new rows in as few statements as possible. Raw, because for many rows Prisma's
 * own operation takes longer than the database does. `more` = what follows the values.
 */
export function insertOps(db: Db, table: Table, rows: NewRow[], more = sqltag``): Batch {
  const columns = Object.keys(rows[0] ?? {}).map(quoted)
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, i) => {
    const values = rows
      .slice(i * ROWS, (i + 1) * ROWS)
      .map((row) => sqltag`(${join(Object.values(row).map(stored))})`)
    return db.$executeRaw`INSERT INTO ${quoted(table)} (${join(columns)}) VALUES ${join(values)}${more}`
  })
}

/**
 * The same for imports, whose statements have any number of rows: by powers of two, so that there are few
 * texts of statements to prepare and to keep.
 */
export function bulkInsertOps(db: Db, table: Table, rows: NewRow[], more = sqltag``): Batch {
  const writes: Batch = []
  for (let from = 0; from < rows.length; ) {
    const size = Math.min(BULK, 2 ** Math.floor(Math.log2(rows.length - from)))
    writes.push(...insertOps(db, table, rows.slice(from, from + size), more))
    from += size
  }
  return writes
}
