import { once } from '@/lib/shared/once'
import { type Db, onSqlite } from './client'

type Client = { query(sql: string): Promise<{ rows: unknown[] }> }
const COLUMN = `SELECT e.extversion AS "version" FROM pg_extension e, information_schema.columns c
  WHERE e.extname = 'vector' AND c.table_schema = current_schema() AND c.table_name = 'Embedding' AND c.column_name = 'near'`

/** Adds a column that PostgreSQL can compare, where it has `vector`. It is optional, so no failure counts. */
export async function addVectorColumn(client: Client): Promise<void> {
  try {
    if ((await client.query(COLUMN)).rows.length) return
    if ((await client.query(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`)).rows.length === 0)
      return
    await client.query('CREATE EXTENSION IF NOT EXISTS vector')
    await client.query('ALTER TABLE "Embedding" ADD COLUMN IF NOT EXISTS "near" vector')
  } catch {
    // Without the right to add the column, vectors are compared in memory.
  }
}

/** `iterative` = the extension searches on when a filter leaves too few (from 0.8). */
export type VectorColumn = { iterative: boolean }
const known = () => once('vector-columns', () => new WeakMap<Db, Promise<VectorColumn | null>>())

async function look(db: Db): Promise<VectorColumn | null> {
  if (onSqlite(db)) return null
  const [row] = await db.$queryRawUnsafe<{ version: string }[]>(COLUMN).catch(() => [])
  if (!row) return null
  const [major = 0, minor = 0] = row.version.split('.').map(Number)
  return { iterative: major > 0 || minor >= 8 }
}

/** The column of a database that can compare vectors; null of any other. Looked up once per process. */
export function vectorColumn(db: Db): Promise<VectorColumn | null> {
  const columns = known()
  const asked = columns.get(db) ?? look(db)
  columns.set(db, asked)
  return asked
}
