import { addFacts, turnsByFileId } from '@/lib/db/transfer/facts'
import { addShared, addStrategies } from '@/lib/db/transfer/strategies'
import type { ImportReport } from '@/lib/shared/transfer/transfer'
import type { Bundle } from './bundle/bundle'
import type { WriteDeps } from './formats/write-turns'

const sum = <T extends Record<string, number>>(
  before: { [K in keyof T]?: number | undefined } | undefined,
  counts: T,
) =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, count + (before?.[name] ?? 0)]),
  ) as T

/** The facts and strategies of a Mneme export, which follow its conversations, and those of a shared file. */
export class Learned {
  /** The turns and conversations of the current document, by their ids in it. */
  private readonly turnIds = new Map<string, string>()
  private readonly conversationIds = new Map<string, string>()

  constructor(
    private readonly deps: WriteDeps,
    private readonly report: ImportReport,
  ) {}

  clear() {
    this.turnIds.clear()
    this.conversationIds.clear()
  }

  async note(id: string, { conversation, rows }: Bundle): Promise<void> {
    const { db, ownerId } = this.deps
    this.conversationIds.set(conversation.id, id)
    for (const [inFile, here] of await turnsByFileId(db, ownerId, id, rows.turns))
      this.turnIds.set(inFile, here)
  }

  async read({ facts, strategies }: Record<string, unknown>): Promise<void> {
    const { report, turnIds, conversationIds } = this
    const around = { turnIds, conversationIds, own: report.refused === 0 }
    if (Array.isArray(facts)) report.facts = sum(report.facts, await addFacts(this.deps, facts, around))
    if (Array.isArray(strategies) && strategies.length)
      report.strategies = sum(report.strategies, await addStrategies(this.deps, strategies, around))
  }

  async share(strategies: readonly unknown[]): Promise<void> {
    this.report.strategies = sum(this.report.strategies, await addShared(this.deps, strategies))
  }
}
