import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv, setEnv } from '@/lib/config/env'
import { freePort } from '@/scripts/free-ports.mjs'
import { type Child, root, stopChild } from './child'

/** Builds the app if a source has changed, as `npm start` does, and sets the environment. @throws if it fails. */
export function ensureBuilt() {
  const done = spawnSync(
    process.execPath,
    ['-e', "import('./scripts/bootstrap.mjs').then((b) => b.build())"],
    { cwd: root, stdio: 'inherit' },
  )
  if (done.status !== 0) throw new Error('The app could not be built.')
  const env = parseEnv({})
  if (env.ok) setEnv(env.env)
}

export type NextServer = Child & { port: number; url: string; logFile: string }
/** A server that starts beside others at full load waits for its share of the processor. */
const READY_MS = 180_000

/**
 * Starts `next start` on a free port, or on `at`, with a clean environment. Its log goes to a file in `folder`. @throws
 * with the log if it does not start.
 */
export async function startNext(
  folder: string,
  env: Record<string, string>,
  at?: number,
): Promise<NextServer> {
  const port = at ?? (await freePort())
  const logFile = path.join(folder, `next-${port}.log`)
  const log = openSync(logFile, 'a')
  // Keys and addresses of this shell must not reach a bench.
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(OPENAI|MNEME|REFLECTIVE|ENABLE_|DATABASE_URL|OTEL)/.test(name),
    ),
  )
  const own = {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: 'true',
    HOST: '127.0.0.1',
    PORT: String(port),
    MNEME_DATA_DIR: folder,
    ...env,
  } as const
  // Not through node_modules/.bin, because the measured process must be the server itself.
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=32',
      'node_modules/next/dist/bin/next',
      'start',
      '-H',
      '127.0.0.1',
      '-p',
      String(port),
    ],
    { cwd: root, stdio: ['ignore', log, log], env: { ...inherited, ...own } as NodeJS.ProcessEnv },
  )
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  for (const since = Date.now(); ; ) {
    const health = await healthOf(url)
    if (health === 'ok') return { process: child, port, url, logFile, stop: () => stopChild(child) }
    if (child.exitCode !== null || Date.now() - since > READY_MS) {
      await stopChild(child)
      throw new Error(
        `next start did not come up (${health}):\n${readFileSync(logFile, 'utf8').slice(-2_000)}`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const healthOf = (url: string) =>
  fetch(`${url}/api/health`, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => (response.ok ? 'ok' : String(response.status)),
    (error: Error) => String(error.cause ?? error),
  )
