import { addFacts, turnsByFileId } from '@/lib/db/transfer/facts'
import { addShared, addStrategies } from '@/lib/db/transfer/strategies'
import type { ImportReport } from '@/lib/shared/transfer'
import type { Bundle } from './bundle/bundle'
import type { WriteDeps } from './formats/write-turns'

type Counted = { added: number; known?: number | undefined; leftOut: number }
const sum = (a: Counted | undefined, b: Counted) => ({
  added: (a?.added ?? 0) + b.added,
  known: (a?.known ?? 0) + (b.known ?? 0),
  leftOut: (a?.leftOut ?? 0) + b.leftOut,
})

/** The facts and strategies of an own export, which follow its conversations, and those of a shared file. */
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
    if (Array.isArray(facts)) {
      const { known: _, ...counted } = sum(report.facts, await addFacts(this.deps, facts, around))
      report.facts = counted
    }
    if (Array.isArray(strategies) && strategies.length)
      report.strategies = sum(report.strategies, await addStrategies(this.deps, strategies, around))
  }

  async share(strategies: readonly unknown[]): Promise<void> {
    this.report.strategies = sum(this.report.strategies, await addShared(this.deps, strategies))
  }
}
