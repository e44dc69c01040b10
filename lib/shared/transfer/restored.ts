/** The notice after a damaged database was replaced. Times are ISO 8601. */
export type RestoredDto = {
  id: string
  /** When the backup was made; null if there was none and memory began empty. */
  from: string | null
  /** Where the damaged file was moved; null on a shared server. */
  damaged: string | null
}

/**
 * What the banners above every page show about storage. `memoryOnly` = why nothing is saved: empty on a
 * shared server, null if it is saved.
 */
export type StorageDto = { memoryOnly: string | null; restored: RestoredDto | null }
