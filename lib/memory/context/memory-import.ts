import type { Batch, Db } from '@/lib/db/engine/client'
import { contextsOfTurns, takenContextIds } from '@/lib/db/memory/contexts'
import { turnSummaryOps } from '@/lib/db/memory/summaries'
import { appendTurnsOps, clearPathOps, pathEnd, type StoreTurn } from '@/lib/db/turns/store-turns'
import { turnSummaryRow } from '@/lib/memory/summaries/summaries'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'
import { assemble, type ContextPiece, contextOps, fromPieces, readTree } from './context'
import { type MemoryExport, messageAndAnswer, piecesIn } from './memory-export'

/** What a memory store needs. The conversation need not exist yet. */
export type ImportDeps = {
  db: Db
  ownerId: string
  conversationId: string
  runtime: Runtime
  countTokens(text: string): number
}

/** A turn with what each side says in its context; without content if there is none. */
export function turnOf(
  id: string,
  at: Date,
  pieces: ContextPiece[] | undefined,
  countTokens: ImportDeps['countTokens'],
): StoreTurn {
  if (!pieces) return { id, at, said: null }
  const said = messageAndAnswer(pieces)
  const tokens = { userTokens: countTokens(said.userText), answerTokens: countTokens(said.answer) }
  return { id, at, said: { ...said, ...tokens, contextTokens: countTokens(assemble(pieces)) } }
}

/**
 * Writes that replace the contexts and summaries of the active path; missing turns are created. Ids taken by
 * another owner are remapped; other branches stay. @throws MnemeError invalid for too large a gap of numbers.
 */
export async function importOps(
  { db, ownerId, conversationId, runtime, countTokens }: ImportDeps,
  data: MemoryExport,
): Promise<Batch> {
  const end = await pathEnd(db, ownerId, conversationId)
  const last = data.contexts.reduce((max, context) => Math.max(max, context.turnNumber), 0)
  if (last > end.number + data.contexts.length + limits.memory.maxGap)
    throw new MnemeError('invalid', `Message ${last} leaves too wide a gap.`, 'Nothing was changed.')

  const { writes, turns } = await clearPathOps(db, ownerId, conversationId)
  const turnIds = [...turns.values()].map((turn) => turn.id)
  const before = await contextsOfTurns(db, ownerId, turnIds)
  const contextIds = data.contexts.map((context) => context.id)
  const taken = await takenContextIds(db, contextIds)
  for (const { id } of before.values()) taken.delete(id)

  const now = runtime.now()
  const contexts = data.contexts.map((context) => ({ ...context, pieces: piecesIn(context) ?? [] }))
  const contextOf = new Map(contexts.map((context) => [context.turnNumber, context]))
  const branchId = end.branchId ?? runtime.id('branch')
  const added: StoreTurn[] = []
  for (let number = end.number + 1; number <= last; number++) {
    const id = runtime.id('turn')
    const { createdAt, pieces } = contextOf.get(number) ?? {}
    const at = createdAt ? new Date(createdAt) : new Date(now.getTime() + added.length)
    added.push(turnOf(id, at, pieces, countTokens))
    turns.set(number, { id, branchId })
  }
  writes.push(...appendTurnsOps(db, ownerId, conversationId, end, added, branchId, now))

  const tree = await readTree(db, ownerId, end.leafId)
  const newIds = new Map<string, string>()
  for (const { id, turnNumber: number, pieces, toolCalls } of contexts) {
    const turn = turns.get(number)
    if (!turn) throw new MnemeError('internal', `Turn ${number} has no place.`)
    newIds.set(id, taken.has(id) ? runtime.id(`ctx_${number}`) : id)
    const built = fromPieces(pieces, tree, toolCalls, { turnId: turn.id, number, countTokens })
    const treeHash = before.get(turn.id)?.treeHash ?? built.treeHash
    writes.push(...contextOps(db, ownerId, { ...built, treeHash, id: newIds.get(id) ?? id }, now))
  }
  for (const summary of data.summaries) {
    const turn = turns.get(summary.turnNumber)
    if (!turn) throw new MnemeError('internal', `Turn ${summary.turnNumber} has no place.`)
    const place = { branchId: turn.branchId, number: summary.turnNumber }
    const contextId = newIds.get(summary.contextId) ?? summary.contextId
    const row = turnSummaryRow(place, contextId, summary, 'model', countTokens)
    writes.push(...turnSummaryOps(db, ownerId, conversationId, turn.id, row))
  }
  return writes
}
