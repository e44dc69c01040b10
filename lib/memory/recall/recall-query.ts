import type { BranchPath } from '@/lib/db/turns/path'
import type { WindowTurn } from '@/lib/memory/context/window'
import type { RecallRequest } from '@/lib/shared/schemas'

/**
 * From where recalled turns are looked at: the conversation that asks, the time, and what its prompt shows
 * anyway.
 */
export type Scene = { conversationId: string; now: Date; shown?: AlreadyShown }

export type RecallQuery = Scene & {
  /**
   * Of the turn that asks; only turns of it with a number below `before` are found, so a turn never recalls
   * itself.
   */
  path: BranchPath
  before: number
  request: RecallRequest
  /** Hits at most. */
  limit: number
  /** owner (default) = keywords and ids reach the owner's other conversations too. */
  scope?: 'conversation' | 'owner'
  /** Tokens of all passages together; default: the section of recalled material. */
  budgetTokens?: number
  countTokens(text: string): number
}
/**
 * Turns of the window, files (`CONVERSATION:PATH`) that do whole, and ids of summaries: no excerpt of a file
 * or summary says them again.
 */
export type AlreadyShown = {
  window: readonly WindowTurn[]
  files: ReadonlySet<string>
  summaries: ReadonlySet<string>
}
