import { z } from 'zod'
import { storableJson } from '@/lib/base/storable'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { idSchema } from '@/lib/shared/schemas'

const numberSchema = z.int().min(1).max(limits.memory.maxTurns)
const contextSchema = z.object({
  id: idSchema,
  turnNumber: numberSchema,
  fullContext: z.string().max(limits.workspace.totalBytes),
  summary: z.string().optional(),
  tokenCount: z.int().nonnegative(),
  toolCalls: z.array(z.string().max(200)).max(limits.memory.maxToolCalls).default([]),
})
const summarySchema = z.object({
  id: z.string().max(200),
  contextId: idSchema,
  turnNumber: numberSchema,
  summary: z.string().max(limits.workspace.stateChars),
  insights: z.array(z.string().max(limits.workspace.stateChars)).max(limits.memory.maxToolCalls),
  tokenCount: z.int().nonnegative(),
})
/** A store's content in the export form of the original project. */
const memoryExportSchema = z.object({
  contexts: z.array(contextSchema).max(limits.memory.maxTurns),
  summaries: z.array(summarySchema).max(limits.memory.maxTurns),
  currentTurn: z.int().min(0).max(limits.memory.maxTurns),
})
export type MemoryExport = z.infer<typeof memoryExportSchema>
export type MemorySummary = MemoryExport['summaries'][number]

const invalid = (reason: string) =>
  new MnemeError('invalid', `This is not an export of a memory: ${reason}.`, 'Nothing was changed.')

/** Validates everything before anything is written. @throws MnemeError invalid with the first problem. */
export function parseExport(data: unknown): MemoryExport {
  const parsed = memoryExportSchema.safeParse(storableJson(data))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw invalid(issue ? `${issue.path.join('.') || 'the whole'}: ${issue.message}` : 'unreadable')
  }
  const { contexts, summaries, currentTurn } = parsed.data
  const numberOf = new Map(contexts.map((context) => [context.id, context.turnNumber]))
  if (numberOf.size < contexts.length) throw invalid('two contexts share an id')
  if (new Set(numberOf.values()).size < contexts.length) throw invalid('two contexts share a turn')
  const stray = summaries.find((summary) => numberOf.get(summary.contextId) !== summary.turnNumber)
  if (stray)
    throw invalid(
      numberOf.has(stray.contextId)
        ? `summary ${stray.id} names another turn than its context`
        : `Context ${stray.contextId} not found`,
    )
  if (new Set(summaries.map((summary) => summary.contextId)).size < summaries.length)
    throw invalid('two summaries share a context')
  const last = contexts.reduce((max, context) => Math.max(max, context.turnNumber), 0)
  if (currentTurn < last) throw invalid(`currentTurn is ${currentTurn}, but there is a turn ${last}`)
  return parsed.data
}
