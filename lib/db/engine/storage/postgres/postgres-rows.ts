import type pg from 'pg'
import { z } from 'zod'
import { migrationFolder, migrationsIn, migrationTable } from '../../migrations'

const FETCHED = 500
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const TABLES = 'SELECT tablename AS "name" FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1'

/** Every row of a database at one moment as a line of JSON, `{"table":…,"row":…}`. */
export async function* rowsOf(client: pg.Client): AsyncGenerator<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
    await client.query(`DECLARE copied NO SCROLL CURSOR FOR
      SELECT json_build_object('table', ${client.escapeLiteral(name)}::text, 'row', row_to_json(copied))::text AS "line"
      FROM ${quoted(name)} copied`)
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`FETCH ${FETCHED} FROM copied`)
      if (rows.length === 0) break
      yield rows.map(({ line }) => `${line}\n`).join('')
    }
    await client.query('CLOSE copied')
  }
  await client.query('COMMIT')
}

const ofTable = z.object({ table: z.string() })
const BATCH_CHARS = 4_000_000

/** Runs the statements that a query writes. */
async function runEach(client: pg.Client, query: string): Promise<void> {
  for (const { sql } of (await client.query<{ sql: string }>(query)).rows) await client.query(sql)
}

const KEY = 'conrelid::regclass, conname'
const KEYS = `FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`
const SERIALS = `SELECT format('SELECT setval(%L, coalesce(max(%I), 0) + 1, false) FROM %I',
  pg_get_serial_sequence(format('%I', table_name), column_name), column_name, table_name) AS "sql"
  FROM information_schema.columns WHERE table_schema = current_schema() AND column_default LIKE 'nextval(%'`

/** Fills an empty database: tables by the migrations `names`, rows, keys. In the caller's transaction. */
export async function loadRows(client: pg.Client, names: string[], lines: AsyncIterable<string>) {
  await client.query(migrationTable(true))
  for (const { name, sql } of migrationsIn(migrationFolder('postgresql')))
    if (names.includes(name)) await client.query(sql)
  const { rows: keys } = await client.query<{ sql: string }>(
    `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', ${KEY}, pg_get_constraintdef(oid)) AS "sql" ${KEYS}`,
  )
  await runEach(client, `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', ${KEY}) AS "sql" ${KEYS}`)
  let [table, batch, chars]: [string, string[], number] = ['', [], 0]
  const flush = async () => {
    if (batch.length) await insert(client, table, batch)
    ;[batch, chars] = [[], 0]
  }
  for await (const line of lines) {
    const next = ofTable.parse(JSON.parse(line)).table
    if (next !== table || batch.length >= FETCHED || chars > BATCH_CHARS) await flush()
    table = next
    batch.push(line)
    chars += line.length
  }
  await flush()
  for (const { sql } of keys) await client.query(sql)
  await runEach(client, SERIALS)
}

// Columns that PostgreSQL fills itself are left out.
const COLUMNS = `SELECT string_agg(format('%I', column_name), ', ') AS "list" FROM information_schema.columns
  WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`

async function insert(client: pg.Client, table: string, lines: string[]): Promise<void> {
  const [columns] = (await client.query<{ list: string }>(COLUMNS, [table])).rows
  await client.query(
    `INSERT INTO ${quoted(table)} (${columns?.list}) SELECT ${columns?.list} FROM unnest($1::text[]) "line",
     json_populate_record(NULL::${quoted(table)}, "line"::json->'row')`,
    [lines],
  )
}

export const dropAll = (client: pg.Client) =>
  runEach(
    client,
    `SELECT format('DROP TABLE %I CASCADE', tablename) AS "sql" FROM pg_tables WHERE schemaname = current_schema()
     UNION ALL SELECT format('DROP TYPE %I', typname) FROM pg_type
     WHERE typnamespace = current_schema()::regnamespace AND typtype = 'e'`,
  )

/** The migrations of a database, none if it is empty; null if it is another program's. */
export async function migrationsOf(client: pg.Client): Promise<string[] | null> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  if (rows.length === 0) return []
  if (!rows.some(({ name }) => name === '_prisma_migrations')) return null
  const done = await client.query<{ name: string }>(
    `SELECT migration_name AS "name" FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  )
  return done.rows.map(({ name }) => name)
}
