import { retryLost } from '@/lib/db/engine/errors'
import { contextsOnPath, findContext, lastContextNumber } from '@/lib/db/memory/contexts'
import {
  type SummaryRow,
  type SummaryStatus,
  staleOps,
  summariesOfTurns,
  turnSummaries,
  turnSummaryOps,
} from '@/lib/db/memory/summaries'
import { activePath } from '@/lib/db/turns/active-path'
import { type BranchPath, OPEN_END } from '@/lib/db/turns/path'
import { appendTurnsOps, clearConversationOps, pathEnd } from '@/lib/db/turns/store-turns'
import { hiddenNumbers } from '@/lib/db/turns/turn-texts'
import { getTurn } from '@/lib/db/turns/turns'
import { turnSummaryRow } from '@/lib/memory/summaries/summaries'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { droppedWords } from '@/lib/shared/memory/retention'
import {
  assemble,
  type Context,
  type ContextPiece,
  contextOps,
  contextPieces,
  fromPieces,
  readContext,
  readTree,
} from './context'
import { type MemoryExport, type MemorySummary, parseExport, piecesIn } from './memory-export'
import { type ImportDeps, importOps, turnOf } from './memory-import'

/** The stored contexts and summaries of one conversation. "Turn n" is on the active path. */
export class ContextMemoryStore {
  constructor(private readonly deps: ImportDeps) {}

  /** For the named turn, else for a new one. @throws MnemeError not_found for another conversation's turn. */
  async storeContext(fullContext: string, toolCalls: string[] = [], turnId?: string): Promise<Context> {
    const id = await retryLost(() => this.write(fullContext, toolCalls, turnId))
    const stored = await this.getContext(id)
    if (!stored) throw notFound('context')
    return stored
  }

  /** @throws MnemeError `Context X not found`. */
  async storeSummary(
    contextId: string,
    summary: string,
    insights: string[],
    status: SummaryStatus = 'model',
  ): Promise<MemorySummary> {
    const { db, ownerId, conversationId, countTokens } = this.deps
    const found = await findContext(db, ownerId, { contextId })
    if (found?.turn.conversationId !== conversationId)
      throw new MnemeError('not_found', `Context ${contextId} not found`)
    const row = turnSummaryRow(found.turn, contextId, { summary, insights }, status, countTokens)
    await db.$transaction([
      ...turnSummaryOps(db, ownerId, conversationId, found.turn.id, row),
      ...staleOps(db, ownerId, 1, [found.turn.id]),
    ])
    return toSummary(row)
  }

  async getContext(id: string): Promise<Context | null> {
    const { db, ownerId, conversationId } = this.deps
    const found = await findContext(db, ownerId, { contextId: id })
    return found?.turn.conversationId === conversationId ? readContext(db, ownerId, { contextId: id }) : null
  }

  async getContextByTurn(turnNumber: number): Promise<Context | null> {
    const { db, ownerId } = this.deps
    const [row] = await contextsOnPath(db, ownerId, await this.path(), turnNumber, turnNumber)
    return row ? readContext(db, ownerId, { contextId: row.id }) : null
  }

  async getSummary(contextId: string): Promise<MemorySummary | null> {
    const { db, ownerId } = this.deps
    const context = await this.getContext(contextId)
    if (!context) return null
    const { turnId, turnNumber } = context
    const { branchId } = await getTurn(db, ownerId, turnId)
    const span = { from: turnNumber, to: turnNumber }
    const [own] = await turnSummaries(db, ownerId, [[branchId, turnNumber]], [span])
    return own ? toSummary(own) : null
  }

  /** By turn. */
  async getAllSummaries(): Promise<MemorySummary[]> {
    return this.summaries()
  }

  /** The last `count` in order; none for 0 or less. */
  async getRecentSummaries(count: number): Promise<MemorySummary[]> {
    return count > 0 ? this.summaries(Math.trunc(count)) : []
  }

  /** Summaries with the keyword in their text or an insight, in any case. An empty keyword finds nothing. */
  async searchSummaries(keyword: string): Promise<MemorySummary[]> {
    const wanted = keyword.trim().toLocaleLowerCase()
    if (!wanted) return []
    return (await this.summaries()).filter(({ summary, insights }) =>
      [summary, ...insights].some((text) => text.toLocaleLowerCase().includes(wanted)),
    )
  }

  async getTotalSummaryTokens(): Promise<number> {
    return (await this.summaries()).reduce((sum, summary) => sum + summary.tokenCount, 0)
  }

  /** Number of the last turn with a context; 0 without any. */
  async getCurrentTurn(): Promise<number> {
    return lastContextNumber(this.deps.db, this.deps.ownerId, await this.path())
  }

  /** Empties the conversation's contexts on all branches; deletes its summaries and this store's turns. */
  async clear(): Promise<void> {
    const { db, ownerId, conversationId } = this.deps
    const writes = await clearConversationOps(db, ownerId, conversationId)
    if (writes.length) await db.$transaction(writes)
  }

  async export(): Promise<MemoryExport> {
    const { db, ownerId } = this.deps
    const rows = await contextsOnPath(db, ownerId, await this.path())
    const turnIds = rows.map((row) => row.turnId)
    const whole = rows.filter(({ droppedAt }) => !droppedAt)
    const [pieces, own] = await Promise.all([
      contextPieces(db, ownerId, whole),
      summariesOfTurns(db, ownerId, turnIds),
    ])
    const contexts = rows.map(
      ({ id, turnId, number: turnNumber, tokens: tokenCount, calls: toolCalls, droppedAt, createdAt }) => {
        const summary = own.get(turnId)?.text
        const shown: ContextPiece[] = droppedAt
          ? [{ who: 'file', title: '', text: droppedWords(droppedAt) }]
          : (pieces.get(id) ?? [])
        return {
          id,
          turnNumber,
          fullContext: assemble(shown),
          tokenCount,
          toolCalls,
          parts: shown.map(({ who, title, text }) => ({ who, title, chars: text.length })),
          createdAt: createdAt.toISOString(),
          ...(summary === undefined ? {} : { summary }),
        }
      },
    )
    const exported = new Set(rows.map((row) => row.id))
    const summaries = (await this.summaries()).filter((summary) => exported.has(summary.contextId))
    return { contexts, summaries, currentTurn: rows.at(-1)?.number ?? 0 }
  }

  /** Replaces the active path's contexts and summaries, all or nothing. @throws MnemeError invalid. */
  async import(data: unknown): Promise<void> {
    const parsed = parseExport(data)
    await retryLost(async () => {
      const writes = await importOps(this.deps, parsed)
      if (writes.length) await this.deps.db.$transaction(writes)
    })
  }

  private async path(): Promise<BranchPath> {
    const { db, ownerId, conversationId } = this.deps
    return (await activePath(db, ownerId, conversationId))?.path ?? []
  }

  private async summaries(last?: number): Promise<MemorySummary[]> {
    const { db, ownerId } = this.deps
    const path = await this.path()
    if (path.length === 0) return []
    const hidden = await hiddenNumbers(db, ownerId, path, OPEN_END)
    const most = last === undefined ? undefined : { last: last + hidden.length }
    const rows = await turnSummaries(db, ownerId, path, [{ from: 1, to: OPEN_END }], most)
    const shown = rows.filter((row) => !hidden.includes(row.from)).map(toSummary)
    return last === undefined ? shown : shown.slice(-last)
  }

  private async write(fullContext: string, toolCalls: string[], given: string | undefined): Promise<string> {
    const { db, ownerId, conversationId, runtime, countTokens } = this.deps
    const turn = given === undefined ? null : await getTurn(db, ownerId, given)
    if (turn && turn.conversationId !== conversationId) throw notFound('message')
    const end = await pathEnd(db, ownerId, conversationId)
    const place = {
      turnId: turn?.id ?? runtime.id('turn'),
      number: turn?.number ?? end.number + 1,
      countTokens,
    }
    const pieces = piecesIn({ fullContext }) ?? []
    const tree = await readTree(db, ownerId, turn?.id ?? end.leafId)
    const built = fromPieces(pieces, tree, toolCalls, place)
    const now = runtime.now()
    const added = turn ? [] : [turnOf(place.turnId, now, pieces, countTokens)]
    await db.$transaction([
      ...appendTurnsOps(db, ownerId, conversationId, end, added, runtime.id('branch'), now),
      ...contextOps(db, ownerId, built, now),
    ])
    return built.id
  }
}

const toSummary = ({ id, contextId, from, text, insights, tokens }: SummaryRow): MemorySummary => ({
  id,
  contextId: contextId ?? '',
  turnNumber: from,
  summary: text,
  insights,
  tokenCount: tokens,
})
