import { spawn } from 'node:child_process'
import type pg from 'pg'
import { variablesWith } from '@/lib/config/env'

/** Works on a connection of its own. */
export async function withPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A lost connection also fails the query that waits for it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What PostgreSQL's own programs understand of an address; they refuse others. */
const KNOWN = /^(ssl\w+|host|port|options|connect_timeout|application_name)$/

/** Runs one of PostgreSQL's programs. The password is not among its arguments, which other users can read. */
export function postgresProgram(program: string, args: string[], url: string) {
  const address = new URL(url)
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password)
  address.password = ''
  for (const name of [...address.searchParams.keys()])
    if (!KNOWN.test(name)) address.searchParams.delete(name)
  const child = spawn(program, [...args, `--dbname=${address}`], {
    env: variablesWith(password ? { PGPASSWORD: password } : {}),
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(0, 500)
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(said.trim() || program))))
  })
  done.catch(() => {})
  return { child, done }
}
