import { keepKeysOps } from '@/lib/db/forget/forgotten-keys'
import { type ForgottenRecord, forgottenSince, stillHere } from '@/lib/db/forget/forgotten-record'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { restoreAgain } from '@/lib/db/forget/restore-again'
import { trashConversation, trashFacts, trashParts } from '@/lib/db/forget/trash'
import { trashImported } from '@/lib/db/transfer/import-removal'
import { turnsById } from '@/lib/db/turns/turns'
import type { Caller, Person } from '../caller'
import { partOf } from './forget-places'

const NO_UNDO = 0

/** Forgets again what was forgotten after `since`. @returns how many of that a restored database had. */
export async function replayForgotten(
  { db, runtime }: Pick<Caller, 'db' | 'runtime'>,
  backups: string,
  since: Date,
  promptFolder: string | null,
): Promise<number> {
  let count = 0
  const { forgotten, undone } = forgottenSince(backups, since)
  await restoreAgain(db, undone, runtime.now())
  for (const record of forgotten) {
    await db.$transaction(keepKeysOps(db, record.ownerId, record.keys))
    if (await again({ db, runtime, ownerId: record.ownerId }, record)) count++
  }
  // Together with what was already in the trash and whose time has passed meanwhile.
  await purgeTrash(db, runtime.now(), promptFolder)
  return count
}

async function again(who: Person, record: ForgottenRecord): Promise<boolean> {
  const { db, ownerId, runtime } = who
  const { kind, conversationId, until } = record
  const now = runtime.now()
  const { conversations, facts, paths, ...here } = await stillHere(db, record, now)
  const trashId = runtime.id('trash')
  if (kind === 'fact') {
    if (facts.length) await trashFacts(db, ownerId, trashId, facts, now, NO_UNDO)
    return facts.length > 0
  }
  if (kind === 'imported') {
    const removal = { trashId, conversationIds: conversations, cited: [] }
    if (conversations.length) await trashImported(db, ownerId, removal, now, NO_UNDO)
    return conversations.length > 0
  }
  if (kind === 'conversation') {
    if (conversations.length === 0) return false
    // Back to the trash for the days it had left; under its id, so that the record sees it restored.
    const left = until ? Math.max(NO_UNDO, new Date(until).getTime() - now.getTime()) : NO_UNDO
    await trashConversation(db, ownerId, conversationId, left ? record.trashId : trashId, now, left)
    return true
  }
  const turns = await turnsById(db, here.turns)
  const part = await partOf(who, { conversationId, turns }, paths, new Set(here.turns))
  const trashed = { ...part.trashed, kind }
  if (turns.length + trashed.files.length === 0) return false
  await trashParts(db, ownerId, [{ ...part, trashed }], now, NO_UNDO)
  return true
}
