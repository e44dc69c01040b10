import { join, raw, sqltag } from '@prisma/client/runtime/client'
import { each, namesIn, type Words } from '@/lib/shared/pick'
import type { Batch, Db, Prisma } from './client'

/** A Prisma `select` of the columns in `names`, which are separated by blanks. */
export const columns = <Names extends string>(names: Names) => each(names, true as const)

/** Sums and counts of a row as numbers: databases give numbers, bigints or decimals, and null for no rows. */
export const numbers = <Names extends string>(row: Record<Words<Names>, unknown> | undefined, names: Names) =>
  Object.fromEntries(namesIn(names).map((name) => [name, Number(row?.[name] ?? 0)])) as Record<
    Words<Names>,
    number
  >

/**
 * Filters rows found by id by their owner. With `ownerId = …` SQLite, which has no statistics here, would use
 * the owner's index and read all of their rows (115 ms instead of 0.1 at 10,000 turns); a negation uses no
 * index.
 */
export const ownedBy = (ownerId: string) => ({ NOT: { ownerId: { not: ownerId } } })

export const PAGE = 500

/** Rows in keyset pages: what is read at once does not grow with what an owner has. */
export async function* pages<Row>(read: (last: string) => PromiseLike<Row[]>, keyOf: (row: Row) => string) {
  for (let last = ''; ; ) {
    const rows = await read(last)
    if (rows.length) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return
    last = keyOf(end)
  }
}

const AT_ONCE = 200
/** A list in pieces of at most `size`. */
export const chunks = <T>(items: readonly T[], size = AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/** The rows of a query that takes a limited number of values at a time. */
export async function inChunks<T, Row>(
  items: readonly T[],
  read: (some: T[]) => PromiseLike<Row[]>,
  size?: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const some of chunks(items, size)) for (const row of await read(some)) rows.push(row)
  return rows
}

/** Values by column, in one order for all rows. Objects and lists become JSON, bytes stay as they are. */
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
  const names = Object.keys(rows[0] ?? {}).map(quoted)
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, i) => {
    const values = rows
      .slice(i * ROWS, (i + 1) * ROWS)
      .map((row) => sqltag`(${join(Object.values(row).map(stored))})`)
    return db.$executeRaw`INSERT INTO ${quoted(table)} (${join(names)}) VALUES ${join(values)}${more}`
  })
}

/** The same for imports of any number of rows: by powers of two, so that few statements are prepared. */
export function bulkInsertOps(db: Db, table: Table, rows: NewRow[], more = sqltag``): Batch {
  const writes: Batch = []
  for (let from = 0; from < rows.length; ) {
    const size = Math.min(BULK, 2 ** Math.floor(Math.log2(rows.length - from)))
    writes.push(...insertOps(db, table, rows.slice(from, from + size), more))
    from += size
  }
  return writes
}
