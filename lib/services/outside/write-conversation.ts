import { countTokens } from '@/lib/model/tokens'
import { limits } from '@/lib/shared/limits'
import { clientOrigin } from '@/lib/shared/memory/outside'
import { writeStaged } from '@/lib/transfer/bundle/row-writer'
import type { JoinedTurn } from '@/lib/transfer/formats/turns'
import { type WriteDeps, writeTurns } from '@/lib/transfer/formats/write-turns'
import type { Outside } from './outside'

export const writeDeps = ({ db, ownerId, runtime }: Outside, importedAt: Date): WriteDeps => ({
  ...{ db, ownerId, runtime, countTokens, signal: undefined, importedAt, file: null },
  ...{ rollUpEvery: limits.summary.rollUpEvery, met: new Map(), onTurns: () => {} },
})

/** A new conversation of a client with what was said in it. @returns false if another writer was faster. */
export function writeConversation(
  who: Outside,
  { id, title, importKey }: { id: string; title: string; importKey: string },
  turns: readonly JoinedTurn[],
): Promise<boolean> {
  const now = who.runtime.now()
  const deps = writeDeps(who, now)
  const about = { id, title, origin: clientOrigin(who.client), pinnedAt: null, archivedAt: null, tags: [] }
  const dates = { importedAt: null, importedFile: null, createdAt: now, updatedAt: now }
  return writeStaged(deps, { ...about, ...dates }, importKey, (writer) => writeTurns(deps, writer, id, turns))
}
