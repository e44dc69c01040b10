import { z } from 'zod'
import { PART_KINDS } from '@/lib/db/memory/context-parts'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { idSchema } from '@/lib/shared/schemas'
import { storableJson } from '@/lib/shared/storable'
import { assemble, BETWEEN, type ContextPiece } from './context'

const numberSchema = z.int().min(1).max(limits.memory.maxTurns)
/** One piece of `fullContext`, `chars` long without its heading. */
const partSchema = z.object({
  who: z.enum(PART_KINDS),
  title: z.string().max(limits.workspace.stateChars),
  chars: z.int().nonnegative(),
})
const contextSchema = z.object({
  id: idSchema,
  turnNumber: numberSchema,
  fullContext: z.string().max(limits.workspace.totalBytes),
  summary: z.string().optional(),
  tokenCount: z.int().nonnegative(),
  toolCalls: z.array(z.string().max(200)).max(limits.memory.maxToolCalls).default([]),
  /** Who said what, and when. The original project's exports have neither. */
  parts: z.array(partSchema).optional(),
  createdAt: z.iso.datetime().optional(),
})
const summarySchema = z.object({
  id: z.string().max(200),
  contextId: idSchema,
  turnNumber: numberSchema,
  summary: z.string().max(limits.workspace.stateChars),
  insights: z.array(z.string().max(limits.workspace.stateChars)).max(limits.memory.maxToolCalls),
  tokenCount: z.int().nonnegative(),
})
type ExportedContext = z.infer<typeof contextSchema>
/** A store's content in the export form of the original project. */
const memoryExportSchema = z.object({
  contexts: z.array(contextSchema).max(limits.memory.maxTurns),
  summaries: z.array(summarySchema).max(limits.memory.maxTurns),
  currentTurn: z.int().min(0).max(limits.memory.maxTurns),
})
export type MemoryExport = z.infer<typeof memoryExportSchema>
export type MemorySummary = MemoryExport['summaries'][number]

const OWN_FORM =
  /^## User message\n(.*?)\n\n## Answer\n(.*?)(?:\n\n(## (?:Tool call \d+: |Files\n|State\n|File ).*))?$/s

/** A context's pieces by `parts`, else by our headings, else one. Null if `parts` does not fit the text. */
export function piecesIn({
  fullContext,
  parts,
}: Pick<ExportedContext, 'fullContext' | 'parts'>): ContextPiece[] | null {
  if (!parts) {
    const [, userText, answer, others] = OWN_FORM.exec(fullContext) ?? []
    if (userText === undefined || answer === undefined) return [{ who: 'user', title: '', text: fullContext }]
    return [
      { who: 'user', title: 'User message', text: userText },
      { who: 'assistant', title: 'Answer', text: answer },
      ...(others ? [{ who: 'file' as const, title: '', text: others }] : []),
    ]
  }
  let at = 0
  const pieces = parts.map(({ who, title, chars }) => {
    const start = at + assemble([{ title, text: '' }]).length
    at = start + chars + BETWEEN.length
    return { who, title, text: fullContext.slice(start, start + chars) }
  })
  return assemble(pieces) === fullContext ? pieces : null
}

export function messageAndAnswer(pieces: readonly ContextPiece[]): { userText: string; answer: string } {
  const textOf = (side: ContextPiece['who']) =>
    pieces.flatMap(({ who, text }) => (who === side ? [text] : [])).join('\n\n')
  return { userText: textOf('user'), answer: textOf('assistant') }
}

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
  const torn = contexts.find((context) => !piecesIn(context))
  if (torn) throw invalid(`the parts of context ${torn.id} do not fit its text`)
  const last = contexts.reduce((max, context) => Math.max(max, context.turnNumber), 0)
  if (currentTurn < last) throw invalid(`currentTurn is ${currentTurn}, but there is a turn ${last}`)
  return parsed.data
}
