import type { Try } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Usage } from '@/lib/shared/turn/events'

/** Vectors in the order of the texts, finite and of one length; null when the call failed. */
export type Embedded = {
  vectors: Float32Array[] | null
  error: Failure | null
  aborted: boolean
  usage: Usage
  tries: Try[]
  notices: string[]
  ms: number
}
/** `space` names service and model. Vectors of different spaces are never compared. */
export type Embedder = {
  provider: string
  model: string
  space: string
  embed(
    texts: string[],
    options: { signal: AbortSignal; timeoutMs: number; retries: number },
  ): Promise<Embedded>
}

/** Embeds a text that a turn waits for: one short try. */
export const embedQuery = (embedder: Embedder, text: string, signal: AbortSignal): Promise<Embedded> =>
  embedder.embed([text], { signal, timeoutMs: limits.dense.queryTimeoutMs, retries: 0 })
