import { z } from 'zod'

/**
 * Where a text comes from, by id: a turn, a summary (its turns are in `Provenance`), a statement of a fact, a
 * strategy (with the turns it was learned from), a file or a state value of a conversation. Kept with each
 * part of a prompt, each tool result and each part of a context.
 */
export const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('turn'), id: z.string() }),
  z.object({ kind: z.literal('summary'), id: z.string() }),
  z.object({ kind: z.literal('fact'), id: z.string() }),
  z.object({ kind: z.literal('strategy'), id: z.string(), turns: z.array(z.string()) }),
  z.object({ kind: z.literal('file'), conversationId: z.string(), path: z.string() }),
  z.object({ kind: z.literal('state'), conversationId: z.string(), key: z.string(), value: z.string() }),
])
export type Source = z.infer<typeof sourceSchema>
export const sourcesSchema = z.array(sourceSchema)

/** Each source once, in order. */
export const distinctSources = (sources: readonly Source[]): Source[] => [
  ...new Map(sources.map((source) => [JSON.stringify(source), source])).values(),
]
