import type { Runtime } from '@/lib/base/runtime'
import type { ImportProgress } from '@/lib/shared/transfer'

export type ImportOptions = {
  runtime: Runtime
  countTokens(text: string): number
  bytesTotal?: number | null
  /** What the file is called. */
  file?: string | null
  /** Conversations of Mneme's own export may hold up to `limits.transfer.ownBytes` without their texts: they take several times as much memory. */
  large?: boolean
  /** Where texts of a large conversation wait until it is stored; without it in memory. */
  folder?: string
  signal?: AbortSignal
  onProgress?(progress: ImportProgress): void
}

export const KNOWN =
  'Mneme reads its own exports, the conversations.json of ChatGPT, exports of Claude, and lists of messages with role and content.'
