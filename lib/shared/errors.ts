/** What can go wrong at a boundary, as data. `message` is a plain sentence for a person; `hint` says what to do next. */
export const ERROR_CODES = [
  'invalid',
  'not_found',
  'conflict',
  'too_large',
  'queue_full',
  'unauthorised',
  'unavailable',
  'not_saved',
  'internal',
  'provider_unreachable',
  'provider_refused',
  'provider_auth',
  'provider_rate_limit',
  'provider_error',
  'provider_timeout',
  'provider_garbled',
  'provider_empty',
  'provider_too_long',
  'provider_cut',
  'tool_loop',
  'lease_lost',
  'interrupted',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

export type Failure = { code: ErrorCode; message: string; hint?: string; retryAt?: string }

/** Thrown inside lib at a broken precondition; actions and routes turn it into a `Failure`, never a stack trace. */
export class MnemeError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly hint?: string,
  ) {
    super(message)
    this.name = 'MnemeError'
  }
}

export const notFound = (what: string) =>
  new MnemeError(
    'not_found',
    `This ${what} does not exist.`,
    'It may have been deleted. Go back and choose another.',
  )

const SAFE = 'What was saved before is safe.'
/** What disks and databases say when they refuse, in words for a person. */
const STORAGE: [RegExp, string, string][] = [
  [
    /SQLITE_FULL|disk is full|ENOSPC|No space left|\b53100\b/,
    'The disk is full, so nothing could be written.',
    `Free some space and try again. ${SAFE}`,
  ],
  [
    /SQLITE_READONLY|readonly database|EROFS|\b25006\b/,
    'The database can only be read, so nothing could be written.',
    `Check who may write its file and folder. ${SAFE}`,
  ],
  [
    /SQLITE_BUSY|P1008|database is locked|\b55P03\b/,
    'Another program is holding the database.',
    `Close it, or wait a moment and try again. ${SAFE}`,
  ],
  [
    /SQLITE_NOTADB|not a database/,
    'The file is not a database of Mneme.',
    'Point DATABASE_URL to another file, or put a copy of the database in its place.',
  ],
  [
    /SQLITE_CANTOPEN|unable to open|EACCES|EPERM/,
    'The database could not be opened.',
    'Check that its folder exists and may be written.',
  ],
  [
    /SQLITE_CORRUPT|malformed/,
    'The database is damaged.',
    'Put a copy in its place. Mneme makes one in the backups folder before each update of the database, with nothing written later.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|P1001|\b28P01\b|\b57P03\b/,
    'The database server cannot be reached.',
    'Check DATABASE_URL and that the server runs.',
  ],
]

/** The words for an error of the disk or the database; null for any other. */
export function storageFailure(error: unknown): Failure | null {
  const { code = '', message = '' } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown
    message?: unknown
  }
  // Prisma puts the driver's words last; its own message quotes source code before.
  const said = `${String(code)} ${String(message).slice(-300)}`
  const found = STORAGE.find(([pattern]) => pattern.test(said))
  return found ? { code: 'unavailable', message: found[1], hint: found[2] } : null
}

/** Every failure a caller may see; anything unforeseen becomes one sentence without internals. */
export function toFailure(error: unknown): Failure {
  if (error instanceof MnemeError)
    return { code: error.code, message: error.message, ...(error.hint ? { hint: error.hint } : {}) }
  const { name, code } = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: unknown
    code?: unknown
  }
  const ofDatabase = String(name).startsWith('PrismaClient') || String(code).startsWith('SQLITE')
  const storage = ofDatabase ? storageFailure(error) : null
  if (storage) return storage
  return {
    code: 'internal',
    message: 'Something went wrong on the server.',
    hint: 'Nothing was lost. Try again; the server log has the details.',
  }
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure }
