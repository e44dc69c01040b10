import type { ModelResult, Role } from '@/lib/model/types'
import type { Phase } from '@/lib/shared/events'
import type { Source } from '@/lib/shared/source'

export type Background = {
  turn: { id: string; ownerId: string; attempt: number }
  phase: Phase
  promptVersion: string
  prompt: { system: string; user: string }
  /** What the prompt quotes besides the turn itself. */
  sources?: Source[]
  /** Who was called; default: utility. */
  role?: Role
  /** Tokens that were sent but are not kept as texts. */
  sent?: number
  result: ModelResult
  startedAt: Date
}
