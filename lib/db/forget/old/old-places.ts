import type { Db } from '@/lib/db/engine/client'
import type { BranchPath } from '@/lib/db/turns/path'
import type { Source } from '@/lib/shared/memory/source'

type Where = { ownerId: string; here: string; path: BranchPath }
type Turn = { id: string; number: number; branchId: string }
/** Caches the turns, summaries and file paths of conversations. */
export class Places {
  private readonly turnsOf = new Map<string, Promise<Turn[]>>()
  private readonly summariesOf = new Map<
    string,
    Promise<{ id: string; fromNumber: number; toNumber: number }[]>
  >()
  private readonly pathsOf = new Map<string, Promise<string[]>>()
  constructor(private readonly db: Db) {}

  /** Turn ids by number, in the named conversation or on the reader's own path. */
  async turns({ ownerId, here, path }: Where, named: string | undefined, from: number, to: number) {
    const last = new Map(path)
    return (await this.known(ownerId, named ?? here))
      .filter(
        ({ number, branchId }) =>
          number >= from && number <= to && (named || number <= (last.get(branchId) ?? 0)),
      )
      .map((turn) => turn.id)
  }

  /** Summaries of exactly this range of turns, on any branch. */
  async summaries(ownerId: string, conversationId: string, from: number, to: number): Promise<Source[]> {
    const select = { id: true, fromNumber: true, toNumber: true }
    const known =
      this.summariesOf.get(conversationId) ??
      this.db.summary.findMany({ where: { ownerId, conversationId }, select })
    this.summariesOf.set(conversationId, known)
    return (await known)
      .filter((one) => one.fromNumber === from && one.toNumber === to)
      .map(({ id }) => ({ kind: 'summary', id }))
  }

  paths(ownerId: string, conversationId: string): Promise<string[]> {
    const known = this.pathsOf.get(conversationId) ?? this.readPaths(ownerId, conversationId)
    this.pathsOf.set(conversationId, known)
    return known
  }

  private known(ownerId: string, conversationId: string): Promise<Turn[]> {
    const select = { id: true, number: true, branchId: true }
    const turns =
      this.turnsOf.get(conversationId) ??
      this.db.turn.findMany({ where: { ownerId, conversationId }, select })
    this.turnsOf.set(conversationId, turns)
    return turns
  }

  private async readPaths(ownerId: string, conversationId: string): Promise<string[]> {
    const turns = await this.known(ownerId, conversationId)
    const touches = await this.db.fileTouch.findMany({
      where: { ownerId, turnId: { in: turns.map((turn) => turn.id) } },
      select: { path: true },
      distinct: ['path'],
    })
    return touches.map((touch) => touch.path)
  }
}
