import type { ModelResult, Role } from '@/lib/model/types'
import type { Source } from '@/lib/shared/memory/source'
import type { Phase } from '@/lib/shared/turn/events'

export type Background = {
  /** No id = no turn caused it. */
  turn: { id: string; ownerId: string; attempt: number } | { id: null; ownerId: string }
  phase: Phase
  promptVersion: string
  prompt: { system: string; user: string }
  /** What the prompt quotes in addition to the turn. */
  sources?: Source[]
  /** Default: utility. */
  role?: Role
  /** Tokens of texts that were sent but are not stored here. */
  sent?: number
  result: ModelResult
  startedAt: Date
}
