// A throw-away PostgreSQL for tests and migrations: the system's server where one is installed, else PGlite
// behind a socket.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-ports.mjs'

function serverFolder() {
  const candidates = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .sort((a, b) => Number(b) - Number(a))
        .map((v) => `/usr/lib/postgresql/${v}/bin`)
    : []
  return [...candidates, ...(process.env.PATH ?? '').split(path.delimiter)].find(
    (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'pg_ctl')),
  )
}

async function systemServer(bin, port) {
  const base = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'mneme-pg-'))
  const data = path.join(base, 'data')
  // The server refuses to run as root.
  const user =
    process.getuid?.() === 0
      ? ['postgres', 'nobody'].find((name) => {
          try {
            execFileSync('id', [name], { stdio: 'ignore' })
            return true
          } catch {
            return false
          }
        })
      : undefined
  const as = (command, args) =>
    user
      ? execFileSync('runuser', ['-u', user, '--', command, ...args], { stdio: 'pipe', cwd: '/' })
      : execFileSync(command, args, { stdio: 'pipe' })
  if (user) execFileSync('chown', [user, base])
  as(path.join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'mneme',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ])
  as(path.join(bin, 'pg_ctl'), [
    '-D',
    data,
    '-w',
    '-t',
    '30',
    '-l',
    path.join(base, 'log'),
    '-o',
    `-p ${port} -h 127.0.0.1 -k ${base} -c fsync=off -c max_connections=60`,
    'start',
  ])
  return {
    engine: 'PostgreSQL',
    url: `postgres://mneme@127.0.0.1:${port}/postgres`,
    async stop() {
      try {
        as(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'])
      } finally {
        rmSync(base, { recursive: true, force: true })
      }
    },
  }
}

async function pgliteServer(port) {
  const { servePglite } = await import('./pglite-server.mjs')
  return {
    engine: 'PGlite',
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: await servePglite(port),
  }
}

/** Whether a real server can be started here, which several sessions use at once. */
export const hasPostgres = () => !process.env.MNEME_TEST_PGLITE && serverFolder() !== undefined

/** Starts an empty server; `{engine, url, stop}`. */
export async function startPostgres() {
  const bin = process.env.MNEME_TEST_PGLITE ? undefined : serverFolder()
  const port = await freePort()
  return bin ? systemServer(bin, port) : pgliteServer(port)
}
