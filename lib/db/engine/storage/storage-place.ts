import { accessSync, closeSync, constants, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { isPostgres, sqliteFile } from '../database-url'

/** Why nothing can be stored in a place: what is wrong there, and what to do. */
export type StorageProblem = { message: string; hint: string }

const HINT =
  'Name a place that can be written with MNEME_DATA_DIR or DATABASE_URL, or set MNEME_ALLOW_MEMORY=1 to use Mneme without keeping anything.'
const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException)?.code)
const stat = (file: string) => {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The closest folder, or file in its place, that exists. */
function nearest(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) if (stat(at) || at === path.dirname(at)) return at
}

/** null for a full disk: it is reported when something is written, in its own words. */
function reasonOf(error: unknown, folder: string): string | null {
  const at = nearest(folder)
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return null
  if (code === 'EROFS') return 'the disk is read-only'
  if (!stat(at)?.isDirectory()) return `${at} is a file, not a folder`
  if (code === 'EACCES' || code === 'EPERM') return `no permission to write to ${at}`
  if (code === 'ENOENT') return `no folder can be created in ${at}`
  return `the operating system refused it (${code})`
}

/** One after the other: where the system refuses any, as in /proc, `recursive` would try forever. @throws its error. */
function makeFolder(folder: string): void {
  if (stat(folder)?.isDirectory()) return
  const above = path.dirname(folder)
  if (above !== folder) makeFolder(above)
  mkdirSync(folder, { mode: 0o700 })
}

/** Why no file can be created in a folder, which is made; null = one can. */
export function folderProblem(folder: string): string | null {
  const probe = path.join(folder, `.mneme-${process.pid}`)
  try {
    makeFolder(folder)
    closeSync(openSync(probe, 'w', 0o600))
    rmSync(probe)
    return null
  } catch (error) {
    return reasonOf(error, folder)
  }
}

function fileProblem(file: string): string | null {
  if (stat(file)?.isDirectory()) return 'it is a folder, not a file'
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return null
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return null
    return code === 'EROFS' ? 'the disk is read-only' : 'no permission to read and write it'
  }
}

/**
 * Whether a SQLite database can be created and written where `url` says, and the files of `dataDir` next to
 * it. `secret` = whether the installation's secret is given, so that `dataDir` may be missing.
 * @returns null if so, and for PostgreSQL.
 */
export function storageProblem(dataDir: string, url: string, secret: boolean): StorageProblem | null {
  if (isPostgres(url)) return null
  const file = sqliteFile(url)
  const reason = folderProblem(path.dirname(file)) ?? fileProblem(file)
  if (reason)
    return {
      message: `The database ${file} cannot be ${stat(file) ? 'written' : 'created'}: ${reason}.`,
      hint: HINT,
    }
  const folder = path.resolve(dataDir)
  const other = secret || folder === path.dirname(file) ? null : folderProblem(folder)
  return other === null
    ? null
    : { message: `The data directory ${folder} cannot be written: ${other}.`, hint: HINT }
}
