import type { Embedder } from './embed/embedder'
import type { ModelRequest, ModelResult, ModelSink, Role, StructuredRequest, StructuredResult } from './types'

/** Every model call of the agent and the jobs goes through here. */
export type Models = {
  describe(role: Role): { provider: string; model: string; offline: boolean }
  /** Tokens of prompt and answer together that the role's model can read; null = not known. */
  contextTokens?(role: Role): number | null
  call(role: Role, request: ModelRequest, sink?: ModelSink): Promise<ModelResult>
  structured<T>(role: Role, request: StructuredRequest<T>): Promise<StructuredResult<T>>
  /** Absent or null without an embedding model. */
  embedder?: Embedder | null
}
