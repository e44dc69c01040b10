import { z } from 'zod'
import { sourcesSchema } from '@/lib/shared/source'

export const PART_KINDS = ['user', 'assistant', 'tool', 'file'] as const
/** One piece of a context, with what it quotes; `title` '' = the text stands alone. */
export const partSchema = z.object({
  who: z.enum(PART_KINDS),
  title: z.string(),
  hash: z.string(),
  sources: sourcesSchema.optional(),
})
export type ContextPart = z.infer<typeof partSchema>
/** `Context.toolCalls`: the pieces of the context in order, and the names of the tools used. */
export const storedContext = z.object({ parts: z.array(partSchema), calls: z.array(z.string()) })
