import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { bundle } from '@/scripts/bundle.mjs'

export const root = path.resolve(import.meta.dirname, '../..')
export type Child = { process: ChildProcess; stop(): Promise<void> }

/** Ends a process and waits for it, with a kill after five seconds. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(late)
}

/**
 * Runs a TypeScript file of the project in its own process; resolves with the JSON of its first line. @throws
 * if it exits before that.
 */
export async function startScript(file: string, args: string[]): Promise<Child & { url: string }> {
  const child = spawn(process.execPath, [await bundle(file), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { stdout } = child
  if (!stdout) throw new Error(`${file} has no output`)
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code} before it was ready`)))
  })
  const { url } = JSON.parse(line) as { url: string }
  return { process: child, url, stop: () => stopChild(child) }
}
