import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@/scripts/free-ports.mjs'
import { DATA } from './servers'

const root = path.resolve(import.meta.dirname, '../..')

/** Long enough for a busy machine; only a process that hangs exceeds it. */
const READY_MS = 120_000

export type App = {
  url: string
  port: number
  folder: string
  output(): string
  kill(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts the built app in its own process and waits until it is ready. Reusing `folder` reuses its data. */
export async function startApp(
  options: { folder?: string; port?: number; env?: Record<string, string> } = {},
): Promise<App> {
  const folder = options.folder ?? mkdtempSync(path.join(DATA, 'app-'))
  const port = options.port ?? (await freePort())
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: 'true',
    MNEME_OFFLINE_DELAY_MS: '0',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: `file:${folder}/mneme.db`,
    MNEME_DATA_DIR: folder,
    ...options.env,
  }
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(root, 'node_modules/next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', String(port)],
    {
      cwd: root,
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + READY_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the app ended with ${child.exitCode}:\n${output}`)
    if (
      await fetch(`${url}/api/ready`).then(
        // A shared server first asks who is there.
        (response) => response.ok || response.status === 401,
        () => false,
      )
    )
      break
    if (Date.now() > deadline) throw new Error(`the app was not ready in time:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    port,
    folder,
    output: () => output,
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
