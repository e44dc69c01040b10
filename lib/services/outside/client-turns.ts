import { clientPlace } from '@/lib/db/transfer/client-conversation'
import { countTokens } from '@/lib/model/tokens'
import type { OutsideCaller } from '@/lib/shared/door'
import { limits } from '@/lib/shared/limits'
import { clientOrigin } from '@/lib/shared/memory/outside'
import { writeStaged } from '@/lib/transfer/bundle/row-writer'
import type { JoinedTurn } from '@/lib/transfer/formats/turns'
import { appendTurns } from '@/lib/transfer/formats/write-talk'
import { type WriteDeps, writeTurns } from '@/lib/transfer/formats/write-turns'
import type { Caller } from '../caller'

/** How often turns are placed again because another writer was faster. */
export const TRIES = 20

export type Writer = Caller & Pick<OutsideCaller, 'client'>

const writeDeps = ({ db, ownerId, runtime }: Writer, importedAt: Date): WriteDeps => ({
  ...{ db, ownerId, runtime, countTokens, signal: undefined, importedAt, file: null },
  ...{ rollUpEvery: limits.summary.rollUpEvery, met: new Map(), onTurns: () => {} },
})

/** A new conversation of a client with what was said in it. @returns false if another writer was faster. */
export function writeConversation(
  who: Writer,
  { id, title, importKey }: { id: string; title: string; importKey: string },
  turns: readonly JoinedTurn[],
): Promise<boolean> {
  const now = who.runtime.now()
  const deps = writeDeps(who, now)
  const about = { id, title, origin: clientOrigin(who.client), pinnedAt: null, archivedAt: null, tags: [] }
  const dates = { importedAt: null, importedFile: null, createdAt: now, updatedAt: now }
  return writeStaged(deps, { ...about, ...dates }, importKey, (writer) => writeTurns(deps, writer, id, turns))
}

/**
 * Stores turns of a client behind the end of its conversation, which is made if there is none under this key.
 * False if another writer was faster.
 */
export async function writeClientTurns(
  who: Writer,
  { importKey, title }: { importKey: string; title: string },
  turns: readonly JoinedTurn[],
): Promise<boolean> {
  const { db, ownerId, runtime } = who
  const place = await clientPlace(db, ownerId, importKey)
  const now = runtime.now()
  if (place) return appendTurns(writeDeps(who, now), place, importKey, turns, now)
  return writeConversation(who, { id: runtime.id('conv'), title, importKey }, turns)
}
