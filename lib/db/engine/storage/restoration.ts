import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const restorationSchema = z.object({
  at: z.string(),
  /** Whether a person chose the backup; otherwise the database was damaged. */
  asked: z.boolean().optional(),
  /** The new place of the file that was replaced, if there was one. */
  damaged: z.string(),
  /** When the restored backup was made; null = none was good. */
  from: z.string().nullable(),
  /** `copying` until the database is in its place, `forgetting` until what was forgotten is removed again. */
  stage: z.enum(['copying', 'forgetting', 'done']),
  /** Owners who have read the notice. */
  dismissed: z.array(z.string()),
})
/** How a damaged database was replaced. Kept next to the backups, so that a killed start is continued. */
export type Restoration = z.infer<typeof restorationSchema>

const fileIn = (folder: string) => path.join(folder, 'restored.json')

/** The last restoration; null if there was none. */
export function readRestoration(folder: string): Restoration | null {
  try {
    return restorationSchema.safeParse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).data ?? null
  } catch {
    return null
  }
}

export function writeRestoration(folder: string, restoration: Restoration): void {
  const part = `${fileIn(folder)}.${process.pid}`
  writeFileSync(part, JSON.stringify(restoration), { mode: 0o600 })
  renameSync(part, fileIn(folder))
}

export const dropRestoration = (folder: string) => rmSync(fileIn(folder), { force: true })
