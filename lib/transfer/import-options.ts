import type { Runtime } from '@/lib/base/runtime'
import { type ImportProgress, PRODUCTS } from '@/lib/shared/transfer/transfer'

export type ImportOptions = {
  runtime: Runtime
  countTokens(text: string): number
  bytesTotal?: number | null
  /** The file's name. */
  file?: string | null
  /**
   * Whether conversations of a Mneme export may have `limits.transfer.ownBytes` without their texts. They
   * take several times as much memory.
   */
  large?: boolean
  /** Any other file is refused before anything is added. */
  only?: 'strategies'
  /** Where texts of a large conversation wait until it is stored; in memory without it. */
  folder?: string
  signal?: AbortSignal
  onProgress?(progress: ImportProgress): void
}

export const KNOWN = `Mneme reads its own exports and lesson files, those of ${Object.values(PRODUCTS).join(', ')}, and lists of messages with role and content.`
