import type { BranchPath } from '@/lib/db/path'
import type { RecallRequest } from '@/lib/shared/schemas'

export type RecallQuery = {
  conversationId: string
  /** Of the turn that asks; only turns of it with a number below `before` are found, so a turn never recalls itself. */
  path: BranchPath
  before: number
  request: RecallRequest
  /** Hits at most. */
  limit: number
  /** owner (default) = keywords and ids reach the owner's other conversations too. */
  scope?: 'conversation' | 'owner'
  /** Tokens of all passages together; default: the section of recalled material. */
  budgetTokens?: number
  /** What the prompt holds anyway. */
  shown?: AlreadyShown
  countTokens(text: string): number
}
/** Turns that stand in a prompt word for word, files (`CONVERSATION:PATH`) that do whole, and ids of summaries: no excerpt of a file or summary says them again. */
export type AlreadyShown = {
  turns: ReadonlySet<string>
  files: ReadonlySet<string>
  summaries: ReadonlySet<string>
}
