import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { isPostgres, sqliteFile } from '../client'

const OWNER_ONLY = 0o077
const STICKY = 0o1000
/** What Mneme writes into its data directory besides the database. */
const OWN = /^(secret(\..+)?|backups|incoming|logs|exports)$/

/** Takes the rights of group and others. A link is not followed; another user's file stays as it is. */
function tighten(file: string): void {
  const { mode, uid } = lstatSync(file)
  if ((mode & OWNER_ONLY) === 0 || mode & STICKY || uid !== process.getuid?.()) return
  chmodSync(file, mode & ~OWNER_ONLY & 0o777)
}

function tightenTree(file: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (!stat || stat.isSymbolicLink()) return
  tighten(file)
  if (stat.isDirectory()) for (const name of readdirSync(file)) tightenTree(path.join(file, name))
}

/**
 * Everything this process writes from now on is for its user alone, whatever the umask it was started with,
 * and so is what an earlier start left in the data directory: the database of `url`, if it is there, and
 * Mneme's own files. Files of other names stay as they are: a person may have named a directory that holds
 * more.
 * @returns false when the disk did not allow it.
 */
export function keepPrivate(dataDir: string, url: string): boolean {
  if (process.platform === 'win32') return true
  process.umask(OWNER_ONLY)
  const folder = path.resolve(dataDir)
  const database = isPostgres(url) ? null : sqliteFile(url)
  try {
    mkdirSync(folder, { recursive: true })
    tighten(folder)
    for (const name of readdirSync(folder))
      if (OWN.test(name) || (database && path.join(folder, name).startsWith(database)))
        tightenTree(path.join(folder, name))
    return true
  } catch {
    return false
  }
}
