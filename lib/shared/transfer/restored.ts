/** The notice after a backup took the place of the database. Times are ISO 8601. */
export type RestoredDto = {
  id: string
  /** When the backup was made; null if there was none and memory began empty. */
  from: string | null
  /** Whether the operator restored it; otherwise the database was damaged. */
  asked: boolean
  /** Where the damaged file was moved; null on a shared server. */
  damaged: string | null
}

/** `memoryOnly` = why nothing is saved: empty on a shared server, null if it is saved. */
export type StorageDto = { memoryOnly: string | null; restored: RestoredDto | null }

/** A copy of the database. `file` = where it is; null on a shared server. */
export type BackupDto = { at: string; bytes: number; file: string | null }
