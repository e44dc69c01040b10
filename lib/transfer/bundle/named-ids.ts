import { pacer } from '@/lib/shared/breath'
import { type Source, sourceSchema } from '@/lib/shared/memory/source'
import { idSchema } from '@/lib/shared/schemas'
import type { Bundle } from './bundle'

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* stringsIn(inner)
}

/** Every source that a stored value names, at whatever depth. */
function* sourcesIn(value: unknown): Generator<Source> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    if (key !== 'sources') yield* sourcesIn(inner)
    else if (Array.isArray(inner))
      for (const one of inner) {
        const { data } = sourceSchema.safeParse(one)
        if (data) yield data
      }
}

function* namesIn({ hits, recalls, citations, steps, toolCalls, contexts }: Bundle['rows']) {
  for (const { sourceTurnId, refId } of hits) yield* stringsIn([sourceTurnId, refId])
  for (const { nearMisses } of recalls) yield* stringsIn(nearMisses)
  for (const { refId } of citations) yield* stringsIn(refId)
  const withSources = [
    ...steps.map((step) => step.manifest),
    ...toolCalls,
    ...contexts.map((context) => context.toolCalls),
  ]
  for (const value of withSources)
    for (const source of sourcesIn(value)) {
      yield 'id' in source ? source.id : source.conversationId
      if (source.kind === 'strategy') yield* source.turns
    }
}

/** The ids of memory that a conversation's recalls, citations and sources name, each once. */
export async function namedIds(rows: Bundle['rows']): Promise<Set<string>> {
  const pace = pacer()
  const ids = new Set<string>()
  for (const name of namesIn(rows)) {
    await pace()
    if (!ids.has(name) && idSchema.safeParse(name).success) ids.add(name)
  }
  return ids
}
