import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { limits } from '@/lib/shared/limits'

/** A file about a turn. A `.part` is one whose writing was cut off. */
export type PromptFile = { name: string; turnId: string }

const NAME = /^reflective_[\dTZ-]+_(.+)\.json(\.part)?$/
const nameOf = (turnId: string, at: Date) =>
  `reflective_${at.toISOString().replace(/[:.]/g, '-')}_${encodeURIComponent(turnId)}.json`

/** The prompt files of a folder, oldest first; none if there is no such folder. */
export async function promptFiles(folder: string): Promise<PromptFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  return names.sort().flatMap((name) => {
    const turnId = decoded(NAME.exec(name)?.[1] ?? '')
    return turnId ? [{ name, turnId }] : []
  })
}

/** null for a name that was not written here. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Writes the file of a turn that ended `at`, for this user alone, and removes the oldest ones. */
export async function writePromptFile(folder: string, turn: { id: string; at: Date }, text: string) {
  const file = path.join(folder, nameOf(turn.id, turn.at))
  const part = `${file}.part`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(part, text, { mode: 0o600 })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await removeOldest(folder)
}

export async function removePromptFiles(folder: string, files: readonly PromptFile[]): Promise<void> {
  for (const { name } of files) await rm(path.join(folder, name), { force: true })
}

/** Keeps the newest files within the limits; the newest one stays whatever its size. */
async function removeOldest(folder: string): Promise<void> {
  const { files: mostFiles, bytes: mostBytes } = limits.promptLog
  const newestFirst = (await promptFiles(folder)).reverse()
  let bytes = 0
  let kept = 0
  for (const file of newestFirst.slice(0, mostFiles)) {
    bytes += (await stat(path.join(folder, file.name)).catch(() => null))?.size ?? 0
    if (kept > 0 && bytes > mostBytes) break
    kept += 1
  }
  await removePromptFiles(folder, newestFirst.slice(kept))
}
