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

const ROWS = 200
/** A list in pieces of at most `size`. */
export const chunks = <T>(items: readonly T[], size = ROWS): T[][] =>
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
