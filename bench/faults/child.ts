import { type ChildProcess, spawn } from 'node:child_process'
import { bundle } from '@/scripts/bundle.mjs'

/** A TypeScript program of this folder in its own process; `lines` receives each line it prints. */
type Child = {
  process: ChildProcess
  exited: Promise<number | null>
  kill(): Promise<void>
  stderr(): string
}

export async function startChild(
  file: string,
  args: string[],
  lines: (line: string) => void,
): Promise<Child> {
  const child = spawn(process.execPath, ['--liftoff-only', await bundle(`bench/faults/${file}`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test' },
  })
  let rest = ''
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) lines(line)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    process: child,
    exited,
    stderr: () => said,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
