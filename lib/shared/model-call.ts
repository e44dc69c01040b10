import type { Failure } from '@/lib/shared/errors'
import type { Usage } from '@/lib/shared/turn/events'

/** A finished model call, with its retries and without its text. `error` = code of the failure. */
export type ModelCall = {
  role: 'fast' | 'reflective' | 'utility' | 'embedding'
  provider: string
  model: string
  usage: Usage
  ms: number
  error: string | null
}
/** `failure` = why it failed. It may throw if its caller ends by exceptions. */
export type OnCall = (call: ModelCall, failure: Failure | null) => void
