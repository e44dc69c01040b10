import type { Models } from '@/lib/model/models'
import type { ModelRequest, Role } from '@/lib/model/types'
import type { Redact } from './redact'

type Sent = Pick<ModelRequest, 'system' | 'user'> & Partial<Pick<ModelRequest, 'exchanges' | 'tools'>>

/** The same models, but what each call sends is logged first, without keys. Retries and repairs are not. */
export function logPrompts(
  models: Models,
  log: (fields: Record<string, unknown>) => void,
  redact: Redact,
): Models {
  const { embedder } = models
  function logCall(role: Role, format: string | null, { system, user, exchanges = [], tools = [] }: Sent) {
    const { provider, model } = models.describe(role)
    log({
      role,
      provider,
      model,
      format,
      tools: tools.map((tool) => tool.name),
      system: redact(system),
      user: redact(user),
      exchanges: redact(JSON.stringify(exchanges)),
    })
  }
  return {
    embedder: embedder && {
      ...embedder,
      embed(texts, options) {
        const { provider, model } = embedder
        log({ role: 'embedding', provider, model, texts: texts.map(redact) })
        return embedder.embed(texts, options)
      },
    },
    describe: (role) => models.describe(role),
    call(role, request, sink) {
      logCall(role, null, request)
      return models.call(role, request, sink)
    },
    structured(role, request) {
      logCall(role, request.name, request)
      return models.structured(role, request)
    },
  }
}
