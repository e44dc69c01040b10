export type StorageFailure = { code: 'unavailable'; message: string; hint: string }

const SAFE = 'Everything saved earlier is safe.'
/** Error messages from disks and databases, as sentences for people. The first match counts. */
const STORAGE: [RegExp, string, string][] = [
  [
    /SQLITE_FULL|SQLITE_IOERR_SHMSIZE|disk is full|ENOSPC|EDQUOT|No space left|\b53100\b/,
    'The disk is full, so nothing could be written.',
    `Free up some space and try again. ${SAFE}`,
  ],
  [
    /SQLITE_READONLY|readonly database|EROFS|read-only file system|\b25006\b/,
    'The database is read-only, so nothing could be written.',
    `Check the write permissions of its file and directory. ${SAFE}`,
  ],
  [
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|P1001|P1017|\b28P01\b|\b57P0[123]\b|\b08\w{3}\b|Connection terminated|ConnectionClosed|reach database server/,
    'The database server cannot be reached.',
    `Check DATABASE_URL and that the server is running. ${SAFE}`,
  ],
  [
    /SQLITE_BUSY|SQLITE_LOCKED|P1008|database is locked|\b55P03\b/,
    'Another program has locked the database.',
    `Close it, or wait a moment and try again. ${SAFE}`,
  ],
  [
    /SQLITE_NOTADB|not a database/,
    'The file is not a Mneme database.',
    'Point DATABASE_URL to another file, or replace it with a copy of the database.',
  ],
  [
    /SQLITE_CANTOPEN|unable to open|EACCES|EPERM/,
    'The database could not be opened.',
    'Check that its directory exists and is writable.',
  ],
  [
    /SQLITE_CORRUPT|malformed/,
    'The database is damaged.',
    'Restart Mneme: it keeps the damaged file and restores the latest good backup.',
  ],
  [
    /SQLITE_IOERR|disk I\/O error|\bEIO\b/,
    'The disk that holds the database could not be read or written.',
    `Check the disk, then try again. ${SAFE}`,
  ],
  [
    /P2024|P2028|Transaction already closed|start a transaction/,
    'The database took too long to respond, so nothing was written.',
    `Try again in a moment. ${SAFE}`,
  ],
]

type Thrown = { name?: unknown; code?: unknown; originalCode?: unknown; message?: unknown; cause?: unknown }
const thrown = (error: unknown): Thrown => (typeof error === 'object' && error !== null ? error : {})

/**
 * Whether an error comes from the database client, its driver or the disk, rather than from a provider.
 */
const isOfStorage = ({ name, code, message }: Thrown) =>
  /^PrismaClient|^DriverAdapterError$/.test(String(name)) ||
  /^SQLITE|^(?:ENOSPC|EDQUOT|EROFS)$/.test(String(code)) ||
  // The PostgreSQL driver throws a bare error when a connection breaks in use.
  /^Connection terminated/.test(String(message))

/**
 * The messages of an error and its causes. Prisma puts the driver's message last, after quoted source code.
 */
function said(error: unknown): string {
  const words: string[] = []
  for (let at = thrown(error), depth = 0; depth < 5; at = thrown(at.cause), depth++)
    words.push(...[at.code, at.originalCode, String(at.message ?? '').slice(-300)].map(String))
  return words.join(' ')
}

/** A storage failure as a sentence, from any source; null for other errors. */
export function refusalWords(error: unknown): StorageFailure | null {
  const words = said(error)
  const found = STORAGE.find(([pattern]) => pattern.test(words))
  return found ? { code: 'unavailable', message: found[1], hint: found[2] } : null
}

/** The same, but only for errors thrown by a disk or a database. */
export const storageFailure = (error: unknown): StorageFailure | null =>
  isOfStorage(thrown(error)) ? refusalWords(error) : null
