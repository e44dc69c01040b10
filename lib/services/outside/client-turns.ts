import { clientPlace } from '@/lib/db/transfer/client-conversation'
import { countTokens } from '@/lib/model/tokens'
import type { OutsideCaller } from '@/lib/shared/door'
import { limits } from '@/lib/shared/limits'
import { clientOrigin } from '@/lib/shared/memory/outside'
import { type RowWriter, writeStaged } from '@/lib/transfer/bundle/row-writer'
import { appendTurns } from '@/lib/transfer/formats/append-talk'
import type { JoinedTurn } from '@/lib/transfer/formats/turns'
import { type WriteDeps, writeTurns } from '@/lib/transfer/formats/write-turns'
import type { Caller } from '../caller'

/** How often turns are placed again because another writer was faster. */
export const TRIES = 20

export type Writer = Caller & Pick<OutsideCaller, 'client'>

/**
 * Stores turns of a client behind the end of its conversation, which is made if there is none under this key.
 * False if another writer was faster.
 */
export async function writeClientTurns(
  { db, ownerId, runtime, client }: Writer,
  { importKey, title }: { importKey: string; title: string },
  turns: readonly JoinedTurn[],
): Promise<boolean> {
  const now = runtime.now()
  const deps: WriteDeps = {
    ...{ db, ownerId, runtime, countTokens, signal: undefined, importedAt: now, file: null },
    ...{ rollUpEvery: limits.summary.rollUpEvery, met: new Map(), onTurns: () => {} },
  }
  const place = await clientPlace(db, ownerId, importKey)
  if (place) return appendTurns(deps, place, importKey, turns, now)
  const id = runtime.id('conv')
  const about = { id, title, origin: clientOrigin(client), pinnedAt: null, archivedAt: null, tags: [] }
  const dates = { importedAt: null, importedFile: null, createdAt: now, updatedAt: now }
  const write = (writer: RowWriter) => writeTurns(deps, writer, id, turns)
  return writeStaged(deps, { ...about, ...dates }, importKey, write)
}
