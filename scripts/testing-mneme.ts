import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { z } from 'zod'
import { setEnv } from '@/lib/config/env'
import { forgetAll } from '@/lib/shared/once'
import { bundle } from './bundle.mjs'
import { runMneme } from './mneme/run'

const root = path.resolve(import.meta.dirname, '..')
export type Ended = { code: number | null; out: string; said: string }

/** What a process printed and said until it ended. */
export function ended(child: ChildProcess): Promise<Ended> {
  let [out, said] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, said })))
}

const bundled = await bundle('scripts/mneme.ts')
/**
 * Of `npm run mneme`: `--liftoff-only` halves the CPU time of a command, which ends before optimised code
 * pays off.
 */
const { scripts } = z
  .object({ scripts: z.object({ mneme: z.string() }) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
const flags = scripts.mneme.split(' ').filter((word) => word.startsWith('--'))
/** A command without a process of its own; `input` = its standard input. */
export async function inThisProcess(
  env: Record<string, string | undefined>,
  args: string[],
  input = '',
): Promise<Ended> {
  const [out, said]: [unknown[], unknown[]] = [[], []]
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(text) > 0)
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(text) > 0)
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as never)
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value || undefined)
  setEnv(undefined)
  // A command keeps what its process writes to its user, which would hold for all later tests.
  const umask = process.umask()
  try {
    const code = await runMneme(args, () => new AbortController().signal)
    return { code, out: out.join(''), said: said.join('') }
  } finally {
    process.umask(umask)
    stdout.mockRestore()
    stderr.mockRestore()
    stdin.mockRestore()
    vi.unstubAllEnvs()
    setEnv(undefined)
    forgetAll((key) => !key.startsWith('test-'))
  }
}

/** A fresh installation in a folder of its own, with the built-in engine, and its command line. */
export function installation(more: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-cli-'))
  const at = (name: string) => path.join(folder, name)
  const env = {
    ...process.env,
    ...{ DATABASE_URL: `file:${at('mneme.db')}`, MNEME_DATA_DIR: folder, INIT_CWD: folder },
    ...{ MNEME_ACCESS_TOKEN: '', MNEME_OFFLINE: '1', MNEME_OFFLINE_DELAY_MS: '0', ...more },
  }
  const command = [process.execPath, ...flags, bundled]
  const [program = '', ...first] = command
  const start = (...args: string[]) => spawn(program, [...first, ...args], { cwd: root, env })
  return {
    ...{ root, folder, at, env, command, start },
    url: env.DATABASE_URL,
    mneme: (...args: string[]) => {
      const child = start(...args)
      child.stdin.end()
      return ended(child)
    },
    /** The same command without a process of its own: for what it says and does, not for how it ends. */
    here: (...args: string[]) => inThisProcess(env, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
