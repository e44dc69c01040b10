/** What a person is told after a damaged database was replaced. Times are ISO 8601. */
export type RestoredDto = {
  id: string
  /** When the backup was made; null if there was none and memory began empty. */
  from: string | null
  /** Where the damaged file was moved; null on a shared server. */
  damaged: string | null
}

/** What the frame of every page says about where data is kept. `memoryOnly` = why nothing is kept, empty on a shared server. */
export type StorageDto = { memoryOnly: string | null; restored: RestoredDto | null }
