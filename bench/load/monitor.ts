import type { ChildProcess } from 'node:child_process'
import { readFileSync, watch } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { root } from '../server'

const noteSchema = z.object({
  kind: z.enum(['tick', 'mark']),
  at: z.number(),
  rss: z.number(),
  heapUsed: z.number(),
  cpuMs: z.number(),
  lagP50: z.number(),
  lagP99: z.number(),
  lagMax: z.number(),
})
export type Note = z.infer<typeof noteSchema>

/** Environment that makes a server log its memory and event loop delay to `file`. */
export const monitored = (file: string): Record<string, string> => ({
  MNEME_BENCH_MONITOR: file,
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(root, 'bench/load/monitor.mjs')).href}`,
})

export const notes = (file: string): Note[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => noteSchema.parse(JSON.parse(line)))

/** Current memory after a garbage collection. @throws if the server does not respond. */
export async function mark(server: ChildProcess, file: string): Promise<Note> {
  const before = notes(file).length
  const found = new Promise<Note>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the server does not answer its monitor')), 10_000)
    const watcher = watch(file, () => {
      const note = notes(file)
        .slice(before)
        .find(({ kind }) => kind === 'mark')
      if (!note) return
      clearTimeout(late)
      watcher.close()
      resolve(note)
    })
  })
  server.kill('SIGUSR2')
  return found
}
