import type { Failure } from '../errors'
import type { VerdictLabel } from '../learning/verdict'

/**
 * A turn's result in the shape of the original project, where a memory is a strategy. What was recalled of
 * earlier turns is in the fields about turns.
 * - `success`: it was completed, whatever the verdict says
 * - `duration`: in milliseconds, without waiting and without learning
 * - `memoriesUsed`: the ids of the strategies that stood in its prompts, retrieved ones first
 * - `turnsRecalled`, `turnsCited`: the ids of earlier turns that searches brought, and that the answer cites
 * - `newMemoryIds`: those that were learned from it
 * - `memoryVerdict`: null = not judged
 * - `memoryPending`: learning still goes on, so the fields about it may change
 */
export type TurnResult = {
  success: boolean
  output: string
  duration: number
  memoryEnabled: boolean
  memoriesRetrieved: number
  memoriesUsed: string[]
  turnsRecalled: string[]
  turnsCited: string[]
  memoryLearned: boolean
  newMemoryIds: string[]
  memoryVerdict: VerdictLabel | null
  memoryConfidence: number | null
  memoryPending: boolean
  turnId: string
  conversationId: string
  error?: Failure
}
