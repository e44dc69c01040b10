import type { Models } from '@/lib/model/models'
import type { Role } from '@/lib/model/types'
import type { Redact } from './redact'

/**
 * The same models; what each call sends is told first, without keys. A repair or a retry of a call sends the
 * same again and is not told.
 */
export function logPrompts(
  models: Models,
  tell: (fields: Record<string, unknown>) => void,
  redact: Redact,
): Models {
  const told = (
    role: Role,
    format: string | null,
    request: { system: string; user: string; exchanges?: unknown[]; tools?: { name: string }[] },
  ) => {
    const { provider, model } = models.describe(role)
    const { system, user, exchanges = [], tools = [] } = request
    tell({
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
  const { embedder } = models
  return {
    embedder: embedder
      ? {
          ...embedder,
          embed(texts, options) {
            tell({
              role: 'embedding',
              provider: embedder.provider,
              model: embedder.model,
              texts: texts.map(redact),
            })
            return embedder.embed(texts, options)
          },
        }
      : null,
    describe: (role) => models.describe(role),
    call(role, request, sink) {
      told(role, null, request)
      return models.call(role, request, sink)
    },
    structured(role, request) {
      told(role, request.name, request)
      return models.structured(role, request)
    },
  }
}
