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
export type OnCall = (call: ModelCall) => void
