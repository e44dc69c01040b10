import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Runs an example with a database in a folder that is deleted afterwards. */
export async function inFolder<T>(run: (databaseUrl: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mneme-example-'))
  try {
    return await run(`file:${folder}/mneme.db`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether this example is what runs, not a test of it: `scripts/run.mjs` names its bundle after the file. */
export const isProgram = (name: string) => process.argv[1]?.endsWith(`${name}.ts.mjs`) === true
