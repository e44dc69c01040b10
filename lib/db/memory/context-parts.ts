import { type Sql, sqltag } from '@prisma/client/runtime/client'
import { z } from 'zod'
import { sourcesSchema } from '@/lib/shared/memory/source'

export const PART_KINDS = ['user', 'assistant', 'tool', 'file'] as const
/** One piece of a context, with what it quotes; `title` '' = the text stands alone. */
export const partSchema = z.object({
  who: z.enum(PART_KINDS),
  title: z.string(),
  hash: z.string(),
  sources: sourcesSchema.optional(),
})
export type ContextPart = z.infer<typeof partSchema>

export const fileTitle = (path: string) => `File ${path}`
const FILE_TITLE = /^File (.+)$/s
/** The path of the file whose content a piece is; undefined for other pieces. */
export const contentPath = ({ who, title }: { who: string; title: string }): string | undefined =>
  who === 'file' ? FILE_TITLE.exec(title)?.[1] : undefined

/** `Context.toolCalls`: the pieces of the context in order, and the names of the tools used. */
export const storedContext = z.object({ parts: z.array(partSchema), calls: z.array(z.string()) })
/** What is left of a context without its text: later turns build on its workspace tree. */
export const EMPTIED_CONTEXT = {
  textHash: '',
  tokens: 0,
  toolCalls: { parts: [] as ContextPart[], calls: [] as string[] },
}
/** Not cleared: it has its text, or has lost only that. In raw SQL, `c` is the context's prefix. */
export const THERE = { OR: [{ textHash: { not: '' } }, { droppedAt: { not: null } }] }
export const isThere = (c: Sql) => sqltag`(${c}"textHash" <> '' OR ${c}"droppedAt" IS NOT NULL)`
