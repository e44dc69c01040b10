import { keepKeysOps } from '@/lib/db/forget/forgotten-keys'
import type { ForgottenRecord } from '@/lib/db/forget/forgotten-record'
import { forgottenSince } from '@/lib/db/forget/forgotten-record'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { conversationsAgain, factsAgain, pathsAgain, turnsAgain } from '@/lib/db/forget/replay-rows'
import { trashConversation, trashFacts, trashParts } from '@/lib/db/forget/trash'
import { trashImported } from '@/lib/db/transfer/import-removal'
import { findTurns } from '@/lib/db/turns/turns'
import type { Caller } from '../caller'
import { partOf } from './forget-places'

type Who = Pick<Caller, 'db' | 'ownerId' | 'runtime'>
const NO_UNDO = 0

/**
 * Forgets again what a restored database still has although it was forgotten after `since`: for good, unless
 * the trash still keeps it. @returns how many entries of the record still had something.
 */
export async function replayForgotten(
  { db, runtime }: Pick<Caller, 'db' | 'runtime'>,
  backups: string,
  since: Date,
  promptFolder: string | null,
): Promise<number> {
  let count = 0
  for (const record of forgottenSince(backups, since)) {
    await db.$transaction(keepKeysOps(db, record.ownerId, record.keys))
    if (await again({ db, runtime, ownerId: record.ownerId }, record)) count++
  }
  // Together with what was already in the trash and whose time has passed meanwhile.
  await purgeTrash(db, runtime.now(), promptFolder)
  return count
}

/** A deleted conversation goes back to the trash for the days it had left. */
async function trashAgain({ db, ownerId, runtime }: Who, record: ForgottenRecord): Promise<void> {
  const now = runtime.now()
  const left = record.until ? new Date(record.until).getTime() - now.getTime() : NO_UNDO
  // Keeps its id while it can be restored, so that the record can tell when it was.
  const trashId = left > 0 ? record.trashId : runtime.id('trash')
  await trashConversation(db, ownerId, record.conversationId, trashId, now, Math.max(left, NO_UNDO))
}

async function again(who: Who, record: ForgottenRecord): Promise<boolean> {
  const { db, ownerId, runtime } = who
  const trashId = runtime.id('trash')
  if (record.kind === 'fact') {
    const facts = await factsAgain(db, record)
    if (facts.length) await trashFacts(db, ownerId, trashId, facts, runtime.now(), NO_UNDO)
    return facts.length > 0
  }
  if (record.kind === 'imported' || record.kind === 'conversation') {
    const conversationIds = await conversationsAgain(db, record)
    if (conversationIds.length === 0) return false
    const removal = { trashId, conversationIds, cited: [] }
    if (record.kind === 'imported') await trashImported(db, ownerId, removal, runtime.now(), NO_UNDO)
    else await trashAgain(who, record)
    return true
  }
  const turns = await findTurns(db, await turnsAgain(db, record, runtime.now()))
  const paths = await pathsAgain(db, record)
  if (turns.length + paths.length === 0) return false
  const place = { conversationId: record.conversationId, turns }
  const part = await partOf(who, place, paths, new Set(turns.map((turn) => turn.id)))
  const trashed = { ...part.trashed, kind: record.kind }
  await trashParts(db, ownerId, [{ ...part, trashed }], runtime.now(), NO_UNDO)
  return true
}
