import type { Models } from '@/lib/model/models'
import type { ModelResult, Role } from '@/lib/model/types'
import type { OnCall } from '@/lib/shared/model-call'

type Ended = Pick<ModelResult, 'provider' | 'model' | 'usage' | 'error' | 'aborted'>

/** The same models, but each call is reported when it ends. */
export function observeCalls(models: Models, onCall: OnCall): Models {
  const { embedder } = models
  const ended = (role: Role, { provider, model, usage, error, aborted }: Ended, ms: number) =>
    onCall({ role, provider, model, usage, ms, error: aborted ? 'aborted' : (error?.code ?? null) }, error)
  return {
    embedder: embedder && {
      ...embedder,
      async embed(texts, options) {
        const embedded = await embedder.embed(texts, options)
        ended('embedding', { ...embedder, ...embedded }, embedded.ms)
        return embedded
      },
    },
    describe: (role) => models.describe(role),
    contextTokens: (role) => models.contextTokens?.(role) ?? null,
    async call(role, request, sink) {
      const result = await models.call(role, request, sink)
      ended(role, result, result.totalMs)
      return result
    },
    async structured(role, request) {
      const reply = await models.structured(role, request)
      ended(role, reply.result, reply.result.totalMs)
      return reply
    },
  }
}
