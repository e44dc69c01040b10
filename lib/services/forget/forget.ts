import type { Db } from '@/lib/db/engine/client'
import { countStatements } from '@/lib/db/facts/statements'
import { mendTrees } from '@/lib/db/files/mend-trees'
import { strategiesGoing } from '@/lib/db/forget/derived'
import { citersOf, filesOf, stateSetBy, turnIdsIn, versionsOf } from '@/lib/db/forget/forget-plan'
import { recordTrashed, recordUndone } from '@/lib/db/forget/forgotten-record'
import { restoreTrash, trashConversation } from '@/lib/db/forget/trash'
import { listForgotten as list, spanOf } from '@/lib/db/forget/trash-list'
import { hasWorkspace, trashedWhole } from '@/lib/db/forget/trashed'
import { getConversation, namedTurns } from '@/lib/db/turns/conversations'
import { runningIn } from '@/lib/db/turns/queue'
import { getTurn, isForgotten, type Turn, turnPath, turnsOnPath } from '@/lib/db/turns/turns'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { ForgetPreview, Forgotten, ForgottenDto } from '@/lib/shared/memory/forget'
import type { Caller, Owner } from '../caller'
import {
  emptiedOf,
  type ForgetPlace,
  type Forgetter,
  forgetPlaces,
  idsOfTurns,
  placesOf,
  refuseBusy,
  trash,
  trashMs,
  turnsOf,
  undoMs,
} from './forget-places'

type Range = { conversationId: string; turnId?: string | undefined; from: number; to: number }
/** Turns that can be forgotten on the shown path. @throws MnemeError not_found, too_large, conflict. */
async function turnsIn({ db, ownerId }: Owner, { conversationId, turnId, from, to }: Range): Promise<Turn[]> {
  const { activeLeafId } = await getConversation(db, ownerId, conversationId)
  const meant = turnId === undefined ? null : await getTurn(db, ownerId, turnId)
  if (meant && (meant.conversationId !== conversationId || meant.number !== from)) throw notFound('turn')
  if (!activeLeafId) throw notFound('turn')
  if (to - from + 1 > limits.forget.maxTurns)
    throw new MnemeError(
      'too_large',
      `At most ${limits.forget.maxTurns.toLocaleString('en')} messages can be forgotten at a time.`,
      'Forget them in parts, or delete the conversation.',
    )
  const alone = meant !== null && from === to
  const path = await turnPath(db, ownerId, alone ? meant.id : activeLeafId)
  const shown = await turnsOnPath(db, ownerId, path, from, to)
  if (meant && shown[0]?.id !== meant.id)
    throw new MnemeError(
      'conflict',
      'A different branch of the conversation is now active.',
      'Reload the page and choose again.',
    )
  const turns = shown.filter((turn) => !isForgotten(turn))
  if (turns.length === 0)
    throw shown.length ? new MnemeError('conflict', 'This was already forgotten.') : notFound('turn')
  refuseBusy(turns)
  return turns
}

/** The named turns that do cite these. @throws MnemeError conflict while one runs or waits. */
async function citingOf({ db, ownerId }: Owner, turns: Turn[], named: string[]) {
  const citers = named.length ? await citersOf(db, ownerId, idsOfTurns(turns)) : []
  const ids = citers.map(({ turnId }) => turnId).filter((id) => named.includes(id))
  const citing = await turnsOf(db, ids)
  refuseBusy(citing)
  return citing
}

async function goingWith(who: Owner, places: ForgetPlace[]) {
  const { db, ownerId } = who
  const turnIds = idsOfTurns(places.flatMap(({ turns }) => turns))
  const written = await Promise.all(
    places.map(async ({ conversationId, turns }) => ({
      ...(await filesOf(db, ownerId, conversationId, idsOfTurns(turns))),
      keys: (await stateSetBy(db, ownerId, conversationId, idsOfTurns(turns))).map((value) => value.key),
    })),
  )
  const all = (pick: (one: (typeof written)[number]) => string[]) =>
    [...new Set(written.flatMap(pick))].sort()
  return {
    ...{ files: all((one) => one.only), kept: all((one) => one.shared), values: all((one) => one.keys) },
    facts: await countStatements(db, ownerId, { turns: turnIds }),
    strategies: (await strategiesGoing(db, ownerId, turnIds)).length,
    emptied: (await emptiedOf(who, places)).length,
  }
}

/** What would be forgotten too, and what would still say it. */
export async function previewForget(caller: Caller, range: Range): Promise<ForgetPreview> {
  const { db, ownerId } = caller
  const turns = await turnsIn(caller, range)
  const citing = await citersOf(db, ownerId, idsOfTurns(turns))
  const ids = citing.map(({ turnId }) => turnId)
  const citers = await turnsOf(db, ids)
  const { conversationId } = range
  const [citedBy, own, withCiting] = await Promise.all([
    namedTurns(db, ownerId, citing),
    goingWith(caller, [{ conversationId, turns }]),
    goingWith(caller, placesOf(conversationId, [...turns, ...citers])),
  ])
  const numbers = turns.map((turn) => turn.number)
  return { ...spanOf(numbers), turns: turns.length, citedBy, ...own, withCiting }
}

/** Forgets turns of the shown path, with the named turns that cite them. */
export async function forgetTurns(
  caller: Caller & Forgetter,
  range: Range & { files: boolean; citing?: string[] | undefined },
): Promise<Forgotten> {
  const turns = await turnsIn(caller, range)
  const all = [...turns, ...(await citingOf(caller, turns, range.citing ?? []))]
  const gone = new Set(idsOfTurns(all))
  return forgetPlaces(caller, placesOf(range.conversationId, all), gone, range.files)
}

/** Removes every version of a file of a conversation. @throws MnemeError not_found. */
export async function forgetFile(
  caller: Forgetter,
  { conversationId, path }: { conversationId: string; path: string },
): Promise<Forgotten> {
  const { db, ownerId, runtime } = caller
  await getConversation(db, ownerId, conversationId)
  if ((await runningIn(db, ownerId, [conversationId])).length > 0)
    throw new MnemeError(
      'conflict',
      'A message of this conversation is still being answered.',
      'It may be using the file. Stop it first, then forget the file.',
    )
  const files = await versionsOf(db, ownerId, conversationId, [path])
  if (files.length === 0) throw notFound('file')
  const trashed = { ...trashedWhole(conversationId), kind: 'file' as const, files }
  return trash(caller, [{ trashId: runtime.id('trash'), turnIds: [], trashed }])
}

/** Puts a conversation into the trash and stops what runs in it. @returns the trash entry that undoes it. */
export async function deleteConversation(caller: Caller, conversationId: string): Promise<Forgotten> {
  const { db, ownerId, runner, runtime } = caller
  const trashId = runtime.id('trash')
  const cited = (await citersOf(db, ownerId, await turnIdsIn(db, ownerId, [conversationId]))).filter(
    (turn) => turn.conversationId !== conversationId,
  )
  await trashConversation(db, ownerId, conversationId, trashId, runtime.now(), trashMs(), cited)
  await recordTrashed(db, ownerId, [trashId], runtime.now())
  for (const turn of await runningIn(db, ownerId, [conversationId])) await runner.stop(ownerId, turn.id)
  return { trashId, undoMs: undoMs(), trashMs: trashMs() }
}

/** @throws MnemeError not_found once the purge has begun, conflict while a turn runs without it. */
export async function undoForget({ db, ownerId, runtime }: Forgetter, trashId: string): Promise<null> {
  const restored = await restoreTrash(db, ownerId, trashId)
  const ids = restored.map(({ trashId }) => trashId)
  recordUndone(db, ids, runtime.now())
  for (const trashed of restored)
    if (hasWorkspace(trashed)) await mendTrees(db, ownerId, trashed, runtime.now())
  return null
}

export const listForgotten = (db: Db, ownerId: string): Promise<ForgottenDto[]> =>
  list(db, ownerId, limits.forget.shown)
