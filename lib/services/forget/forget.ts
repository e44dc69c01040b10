import { DAY_MS } from '@/lib/base/day'
import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { mendTrees } from '@/lib/db/files/mend-trees'
import {
  citersOf,
  filesOf,
  restingOn,
  stateOf,
  titleReplies,
  turnIdsIn,
  versionsOf,
} from '@/lib/db/forget/forget-plan'
import { listForgotten as list } from '@/lib/db/forget/forgotten-list'
import { recordTrashed, recordUndone } from '@/lib/db/forget/forgotten-record'
import { type Held, heldWhole, holdsWorkspace } from '@/lib/db/forget/held-schema'
import { strategiesGoing } from '@/lib/db/forget/strategies-going'
import { type Part, restoreTrash, trashConversation, trashTogether } from '@/lib/db/forget/trash'
import { getConversation } from '@/lib/db/turns/conversations'
import { namedTurns } from '@/lib/db/turns/named-turns'
import { OPEN_END } from '@/lib/db/turns/path'
import { runningIn } from '@/lib/db/turns/queue'
import { findTurns, getTurn, isForgotten, type Turn, turnPath, turnsOnPath } from '@/lib/db/turns/turns'
import { isTitleFor, titleFor } from '@/lib/model/offline/fallbacks'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { ForgetPreview, Forgotten, ForgottenDto } from '@/lib/shared/memory/forget'
import type { Caller } from '../caller'

type Who = Pick<Caller, 'db' | 'ownerId' | 'runtime'>
type Range = { conversationId: string; turnId?: string | undefined; from: number; to: number }
export const undoMs = () => env().MNEME_UNDO_SECONDS * 1_000
/** How long a deleted conversation stays in the trash. */
export const trashMs = () => Math.max(undoMs(), env().MNEME_TRASH_DAYS * DAY_MS)

/**
 * The turns from one number to another on the shown path that can be forgotten. @throws MnemeError not_found,
 * too_large, conflict while one runs or waits.
 */
async function turnsIn(
  { db, ownerId }: Pick<Caller, 'db' | 'ownerId'>,
  { conversationId, turnId, from, to }: Range,
): Promise<Turn[]> {
  const { activeLeafId } = await getConversation(db, ownerId, conversationId)
  const meant = turnId === undefined ? null : await getTurn(db, ownerId, turnId)
  if (meant && (meant.conversationId !== conversationId || meant.number !== from)) throw notFound('turn')
  if (!activeLeafId) throw notFound('turn')
  if (to - from + 1 > limits.forget.maxTurns)
    throw new MnemeError(
      'too_large',
      `At most ${limits.forget.maxTurns.toLocaleString('en')} turns can be forgotten at once.`,
      'Forget them in parts, or delete the conversation.',
    )
  const alone = meant !== null && from === to
  const path = await turnPath(db, ownerId, alone ? meant.id : activeLeafId)
  const shown = await turnsOnPath(db, ownerId, path, from, to)
  if (meant && shown[0]?.id !== meant.id)
    throw new MnemeError(
      'conflict',
      'Another version of the conversation is shown by now.',
      'Reload the page, then choose again.',
    )
  const turns = shown.filter((turn) => !isForgotten(turn))
  if (turns.length === 0)
    throw shown.length ? new MnemeError('conflict', 'This was forgotten already.') : notFound('turn')
  refuseBusy(turns)
  return turns
}

function refuseBusy(turns: Turn[]) {
  const busy = turns.find((turn) => turn.status === 'running' || turn.status === 'queued')
  if (busy)
    throw new MnemeError(
      'conflict',
      `Turn ${busy.number} ${busy.status === 'running' ? 'is still being answered' : 'is still waiting'}.`,
      'Stop or discard it first, then forget it.',
    )
}

const idsOf = (turns: Turn[]) => turns.map((turn) => turn.id)
async function turnsOf(db: Db, ids: string[]): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const some of chunks(ids)) turns.push(...(await findTurns(db, some)))
  return turns
}

type Place = { conversationId: string; turns: Turn[] }
/** Turns grouped by conversation, this one first. */
function placesOf(conversationId: string, turns: Turn[]): Place[] {
  const places = new Map<string, Turn[]>([[conversationId, []]])
  for (const turn of turns) {
    const own = places.get(turn.conversationId)
    if (own) own.push(turn)
    else places.set(turn.conversationId, [turn])
  }
  return [...places].map(([id, own]) => ({ conversationId: id, turns: own }))
}

/**
 * The named turns that do cite one of these, in any conversation. @throws MnemeError conflict while one runs
 * or waits.
 */
async function citingOf(
  { db, ownerId }: Pick<Caller, 'db' | 'ownerId'>,
  turns: Turn[],
  named: string[],
): Promise<Turn[]> {
  if (named.length === 0) return []
  const wanted = new Set(named)
  const ids = (await citersOf(db, ownerId, idsOf(turns)))
    .map((turn) => turn.turnId)
    .filter((id) => wanted.has(id))
  const citing = await turnsOf(db, ids)
  refuseBusy(citing)
  return citing
}

/** Files and state that only these turns wrote, in every conversation. */
async function writtenByAll(
  { db, ownerId }: Pick<Caller, 'db' | 'ownerId'>,
  places: Place[],
): Promise<Omit<ForgetPreview['withCiting'], 'strategies'>> {
  const found = await Promise.all(
    places.map(async ({ conversationId, turns }) => ({
      ...(await filesOf(db, ownerId, conversationId, idsOf(turns))),
      keys: (await stateOf(db, ownerId, conversationId, idsOf(turns))).map((value) => value.key),
    })),
  )
  const all = (pick: (one: (typeof found)[number]) => string[]) => [...new Set(found.flatMap(pick))].sort()
  return { files: all((one) => one.only), kept: all((one) => one.shared), values: all((one) => one.keys) }
}

/** What would be forgotten too, and what would still say it. */
export async function previewForget(caller: Caller, range: Range): Promise<ForgetPreview> {
  const { db, ownerId } = caller
  const turns = await turnsIn(caller, range)
  const ids = idsOf(turns)
  const citing = await citersOf(db, ownerId, ids)
  const citerIds = citing.map((turn) => turn.turnId)
  const citers = await turnsOf(db, citerIds)
  const going = (turnIds: string[]) =>
    strategiesGoing(db, ownerId, { turnIds, conversationIds: [], trashed: false })
  const [citedBy, resting, own, withCiting, learned, learnedAll] = await Promise.all([
    namedTurns(db, ownerId, citing),
    restingOn(db, ownerId, ids),
    writtenByAll(caller, [{ conversationId: range.conversationId, turns }]),
    writtenByAll(caller, placesOf(range.conversationId, [...turns, ...citers])),
    going(ids),
    going([...ids, ...citerIds]),
  ])
  const numbers = turns.map((turn) => turn.number)
  return {
    from: Math.min(...numbers),
    to: Math.max(...numbers),
    turns: turns.length,
    citedBy,
    ...resting,
    ...own,
    strategies: learned.length,
    withCiting: { ...withCiting, strategies: learnedAll.length },
  }
}

/**
 * Removes turns of the shown path everywhere at once, together with the named turns that cite them. They are
 * purged after the undo time.
 */
export async function forgetTurns(
  caller: Caller,
  range: Range & { files: boolean; citing?: string[] | undefined },
): Promise<Forgotten> {
  const { db, ownerId } = caller
  const turns = await turnsIn(caller, range)
  const all = [...turns, ...(await citingOf(caller, turns, range.citing ?? []))]
  const gone = new Set(idsOf(all))
  const parts = await Promise.all(
    placesOf(range.conversationId, all).map(async (place) => {
      const paths = range.files
        ? (await filesOf(db, ownerId, place.conversationId, idsOf(place.turns))).only
        : []
      return partOf(caller, place, paths, gone)
    }),
  )
  return trash(caller, parts)
}

/** Turns of one conversation with all that goes with them. `gone` = all turns that go in this operation. */
export async function partOf(
  { db, ownerId, runtime }: Who,
  { conversationId, turns }: Place,
  paths: string[],
  gone: ReadonlySet<string>,
): Promise<Part> {
  const turnIds = idsOf(turns)
  const held = {
    ...heldWhole(conversationId),
    kind: 'turns' as const,
    numbers: turns.map((turn) => turn.number),
    files: paths.length > 0 ? await versionsOf(db, ownerId, conversationId, paths) : [],
    state: turnIds.length > 0 ? await stateOf(db, ownerId, conversationId, turnIds) : [],
    title: turnIds.length > 0 ? await titleWithout(db, ownerId, conversationId, turns) : null,
    cited: (await citersOf(db, ownerId, turnIds)).filter((turn) => !gone.has(turn.turnId)),
  }
  return { trashId: runtime.id('trash'), turnIds, held }
}

/** Removes every version of a file of a conversation. @throws MnemeError not_found. */
export async function forgetFile(
  caller: Who,
  { conversationId, path }: { conversationId: string; path: string },
): Promise<Forgotten> {
  const { db, ownerId, runtime } = caller
  await getConversation(db, ownerId, conversationId)
  if ((await runningIn(db, ownerId, [conversationId])).length > 0)
    throw new MnemeError(
      'conflict',
      'A turn of this conversation is still being answered.',
      'It may be using the file: stop it first, then forget the file.',
    )
  const files = await versionsOf(db, ownerId, conversationId, [path])
  if (files.length === 0) throw notFound('file')
  const held = { ...heldWhole(conversationId), kind: 'file' as const, files }
  return trash(caller, [{ trashId: runtime.id('trash'), turnIds: [], held }])
}

/** @returns the entry of the first part, which undoes all of them. */
async function trash({ db, ownerId, runtime }: Who, parts: Part[]): Promise<Forgotten> {
  await trashTogether(db, ownerId, parts, runtime.now(), undoMs())
  const ids = parts.map((part) => part.trashId)
  await recordTrashed(db, ownerId, ids, runtime.now())
  return { trashId: parts[0]?.trashId ?? '', undoMs: undoMs() }
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

/**
 * @throws MnemeError not_found once the purge has begun, conflict if files or state would return during a
 * running turn.
 */
export async function undoForget({ db, ownerId, runtime }: Who, trashId: string): Promise<null> {
  const restored = await restoreTrash(db, ownerId, trashId)
  recordUndone(
    db,
    restored.map((held) => held.trashId),
    runtime.now(),
  )
  for (const held of restored) if (holdsWorkspace(held)) await mendTrees(db, ownerId, held, runtime.now())
  return null
}

export const listForgotten = (db: Db, ownerId: string): Promise<ForgottenDto[]> =>
  list(db, ownerId, limits.forget.shown)

/**
 * The title made from a forgotten turn, and one made from what stays; null if a person chose it or it is
 * about something else.
 */
async function titleWithout(
  db: Db,
  ownerId: string,
  conversationId: string,
  turns: Turn[],
): Promise<Held['title']> {
  const { title, activeLeafId } = await getConversation(db, ownerId, conversationId)
  const made =
    turns.some((turn) =>
      turn.number === 1 ? isTitleFor(title, turn.userText) : titleFor(turn.userText) === title,
    ) ||
    (await titleReplies(db, ownerId, idsOf(turns))).some((reply) => title !== '' && reply.includes(title))
  if (!made || !activeLeafId) return null
  const gone = new Set(idsOf(turns))
  const path = await turnPath(db, ownerId, activeLeafId)
  const last = Math.max(...turns.map((turn) => turn.number))
  const near = await turnsOnPath(db, ownerId, path, 1, Math.min(OPEN_END, last + 1))
  const next = near.find((turn) => !gone.has(turn.id) && !isForgotten(turn))
  return { before: title, after: next ? titleFor(next.userText) : '' }
}
