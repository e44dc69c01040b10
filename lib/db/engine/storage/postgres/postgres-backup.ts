import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { z } from 'zod'
import { MnemeError } from '@/lib/shared/errors'
import { parseJson } from '@/lib/shared/parse-json'
import { postgresProgram, withPostgres } from './postgres-client'
import { dropAll, loadRows, migrationsOf, rowsOf } from './postgres-rows'

/** The first line of a backup. After it comes what `pg_dump` wrote, or every row as a line of JSON. */
const headerSchema = z.object({
  mneme: z.literal(1),
  at: z.iso.datetime(),
  form: z.enum(['pg_dump', 'rows']),
  migrations: z.array(z.string()),
})
export type PostgresBackup = z.infer<typeof headerSchema>

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_schema() AS "name"')
  return rows[0]?.name ?? 'public'
}

async function* dumped(url: string, schema: string): AsyncGenerator<Buffer> {
  // The whole file is compressed.
  const args = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', `--schema="${schema}"`]
  const { child, done } = postgresProgram('pg_dump', args, url)
  try {
    yield* child.stdout
    await done
  } finally {
    child.kill()
  }
}

/** Writes a compressed backup to a new file: by `pg_dump`, or if that fails row by row. @returns which. */
export const writePostgresBackup = (url: string, file: string, now: Date, signal?: AbortSignal) =>
  withPostgres(url, async (client) => {
    const head = { mneme: 1 as const, at: now.toISOString(), migrations: (await migrationsOf(client)) ?? [] }
    const schema = await schemaOf(client)
    const write = async (form: PostgresBackup['form']) => {
      async function* pieces() {
        yield `${JSON.stringify({ ...head, form } satisfies PostgresBackup)}\n`
        yield* form === 'rows' ? rowsOf(client) : dumped(url, schema)
      }
      const out = createWriteStream(file, { mode: 0o600 })
      await pipeline(Readable.from(pieces()), createGzip(), out, signal ? { signal } : {})
      return form
    }
    return write('pg_dump').catch((error) => {
      if (signal?.aborted) throw error
      return write('rows')
    })
  })

const MOST_HEAD = 100_000
/** Reads a backup to its end. @returns null if it is none. @throws if it is cut or damaged. */
export async function readPostgresBackup(file: string): Promise<PostgresBackup | null> {
  let [line, isHead] = ['', true]
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      if (!isHead) continue
      const end: number = chunk.indexOf('\n')
      line += chunk.toString('utf8', 0, end < 0 ? chunk.length : end)
      isHead = end < 0 && line.length < MOST_HEAD
    }
  })
  return headerSchema.safeParse(parseJson(line)).data ?? null
}

/** The bytes after the first line. */
async function* afterHead(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isHead = true
  for await (const chunk of chunks) {
    const end: number = isHead ? chunk.indexOf('\n') : -1
    if (!isHead) yield chunk
    else if (end >= 0) yield chunk.subarray(end + 1)
    isHead &&= end < 0
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let begun = ''
  for await (const chunk of chunks) {
    begun += decoder.write(chunk)
    if (!chunk.includes('\n')) continue
    const lines = begun.split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
}

/**
 * Replaces what a database holds by a backup. @throws if the backup does not fit, and leaves the database as it
 * was, or without a table.
 */
export async function loadPostgresBackup(
  url: string,
  client: pg.Client,
  file: string,
  { form, migrations }: PostgresBackup,
): Promise<void> {
  const restore = async (...args: string[]) => {
    const { child, done } = postgresProgram('pg_restore', args, url)
    child.stdout.resume()
    await pipeline(createReadStream(file), createGunzip(), afterHead, child.stdin).catch(() => {})
    await done
  }
  // Before anything is dropped: whether there is a program that can read it.
  if (form === 'pg_dump')
    await restore('--list').catch((error: Error) => {
      throw new MnemeError(
        'unavailable',
        `pg_restore cannot read this backup here (${error.message}).`,
        'Install PostgreSQL’s client programs, of the version that made the backup or newer.',
      )
    })
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = '10s'`)
    await dropAll(client)
    if (form === 'rows')
      await pipeline(createReadStream(file), createGunzip(), afterHead, linesOf, (lines) =>
        loadRows(client, migrations, lines),
      )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  if (form === 'pg_dump')
    await restore(
      ...['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'],
      `--schema=${await schemaOf(client)}`,
    )
}
