import type { ModelCall, OnCall } from '@/lib/base/model-call'
import type { Models } from '@/lib/model/models'
import type { ModelResult, Role } from '@/lib/model/types'

/** The same models, but each call is reported when it ends. */
export function observeCalls(models: Models, onCall: OnCall): Models {
  const { embedder } = models
  const ended = <R extends ModelResult>(role: Role, result: R): R => {
    const { provider, model, usage, totalMs } = result
    onCall({ role, provider, model, usage, ms: totalMs, error: codeOf(result) }, result.error)
    return result
  }
  return {
    embedder: embedder && {
      ...embedder,
      async embed(texts, options) {
        const { provider, model } = embedder
        const embedded = await embedder.embed(texts, options)
        const { usage, ms } = embedded
        onCall({ role: 'embedding', provider, model, usage, ms, error: codeOf(embedded) }, embedded.error)
        return embedded
      },
    },
    describe: (role) => models.describe(role),
    contextTokens: (role) => models.contextTokens?.(role) ?? null,
    call: async (role, request, sink) => ended(role, await models.call(role, request, sink)),
    async structured(role, request) {
      const reply = await models.structured(role, request)
      ended(role, reply.result)
      return reply
    },
  }
}

const codeOf = ({ error, aborted }: Pick<ModelResult, 'error' | 'aborted'>): ModelCall['error'] =>
  aborted ? 'aborted' : (error?.code ?? null)
