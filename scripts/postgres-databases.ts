import pg from 'pg'

/** The database that others are copied from. */
export const MIGRATED = 'migrated'

/** The URL of another database of the same server. */
export const named = (url: string, database: string) => url.replace(/[^/]+$/, database)

/** Runs one statement in a connection of its own. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
