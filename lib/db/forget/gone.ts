import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import type { Source } from '@/lib/shared/memory/source'
import type { IsForgotten } from './forgotten'
import type { HeldWorkspace } from './held-schema'
import type { FileQuotes } from './proof/file-quotes'

/**
 * What was forgotten: turns, summaries derived from them, statements of facts, whole conversations, and parts
 * of other workspaces.
 */
export type Forgotten = {
  turns: ReadonlySet<string>
  summaries: ReadonlySet<string>
  facts: ReadonlySet<string>
  conversations: ReadonlySet<string>
  workspaces: readonly (HeldWorkspace & { conversationId: string })[]
}

export const NOTHING: Forgotten = {
  turns: new Set(),
  summaries: new Set(),
  facts: new Set(),
  conversations: new Set(),
  workspaces: [],
}

export function forgottenMatcher({
  turns,
  summaries,
  facts,
  conversations,
  workspaces,
}: Forgotten): IsForgotten {
  const files = new Set(
    workspaces.flatMap(({ conversationId, files }) => files.map(({ path }) => key(conversationId, path))),
  )
  const values = new Set(
    workspaces.flatMap(({ conversationId, state }) =>
      state.map((one) => key(conversationId, one.key, one.value)),
    ),
  )
  return (source: Source) => {
    if (source.kind === 'turn') return turns.has(source.id)
    if (source.kind === 'summary') return summaries.has(source.id)
    if (source.kind === 'fact') return facts.has(source.id)
    // Also if others of its turns are left: its words then were those of this turn too.
    if (source.kind === 'strategy') return source.turns.some((id) => turns.has(id))
    const { conversationId } = source
    return (
      conversations.has(conversationId) ||
      (source.kind === 'file'
        ? files.has(key(conversationId, source.path))
        : values.has(key(conversationId, source.key, source.value)))
    )
  }
}
const key = (...parts: string[]) => JSON.stringify(parts)

/** Ids of the summaries and roll-ups derived from any of these turns. */
export async function summariesOn(db: Db, ownerId: string, turnIds: string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const ids of chunks(turnIds))
    for (const row of await db.provenance.findMany({
      where: { ownerId, kind: 'summary', sourceTurnId: { in: ids } },
      select: { refId: true },
      distinct: ['refId'],
    }))
      found.add(row.refId)
  return found
}

/** These turns and the summaries derived from them. */
export const forgottenTurns = async (db: Db, ownerId: string, turnIds: string[]): Promise<Forgotten> => ({
  ...NOTHING,
  turns: new Set(turnIds),
  summaries: await summariesOn(db, ownerId, turnIds),
})

/** Summaries and roll-ups of a conversation that quote these files or values. */
export async function summariesWith(
  db: Db,
  ownerId: string,
  conversationId: string,
  quotes: FileQuotes,
): Promise<Set<string>> {
  const rows = await db.summary.findMany({
    where: { ownerId, conversationId },
    select: { id: true, text: true, insights: true },
  })
  const isQuoted = (text: string) => quotes.without(text) !== text
  return new Set(
    rows
      .filter(({ text, insights }) => isQuoted(`${text}\n${JSON.stringify(insights)}`))
      .map((row) => row.id),
  )
}
