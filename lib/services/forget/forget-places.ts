import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { inChunks } from '@/lib/db/engine/rows'
import {
  citersOf,
  filesOf,
  stateSetBy,
  titleReplies,
  turnIdsIn,
  versionsOf,
} from '@/lib/db/forget/forget-plan'
import { recordTrashed } from '@/lib/db/forget/forgotten-record'
import { type TrashPart, trashParts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { getConversation } from '@/lib/db/turns/conversations'
import { OPEN_END } from '@/lib/db/turns/path'
import { isForgotten, type Turn, turnPath, turnsById, turnsOnPath } from '@/lib/db/turns/turns'
import { givesTitle } from '@/lib/heuristics/titles/model-title'
import { isTitleFor, titleFor } from '@/lib/heuristics/titles/title'
import { DAY_MS } from '@/lib/shared/day'
import { MnemeError } from '@/lib/shared/errors'
import { groupBy } from '@/lib/shared/group-by'
import type { Forgotten } from '@/lib/shared/memory/forget'
import type { Person } from '../caller'

/** `keptMs` = how long it can be undone, if not as usual. */
export type Forgetter = Person & { keptMs?: number }
export const undoMs = () => env().MNEME_UNDO_SECONDS * 1_000
/** How long a deleted conversation stays in the trash. */
export const trashMs = () => Math.max(undoMs(), env().MNEME_TRASH_DAYS * DAY_MS)

/** @throws MnemeError conflict while one of them runs or waits. */
export function refuseBusy(turns: Turn[]) {
  const busy = turns.find((turn) => turn.status === 'running' || turn.status === 'queued')
  if (busy)
    throw new MnemeError(
      'conflict',
      `Message ${busy.number} ${busy.status === 'running' ? 'is still being answered' : 'is still waiting'}.`,
      'Stop or discard it first, then forget it.',
    )
}

export const idsOfTurns = (turns: Turn[]) => turns.map((turn) => turn.id)
export const turnsOf = (db: Db, ids: string[]): Promise<Turn[]> =>
  inChunks(ids, (some) => turnsById(db, some))

export type ForgetPlace = { conversationId: string; turns: Turn[] }
/** Turns grouped by conversation, this one first. */
export function placesOf(conversationId: string, turns: Turn[]): ForgetPlace[] {
  const groups = groupBy(turns, (turn) => turn.conversationId)
  const places = new Map<string, Turn[]>([[conversationId, []], ...groups])
  return [...places].map(([id, own]) => ({ conversationId: id, turns: own }))
}

/** Forgets turns, and the whole conversation if they were its last, unless one of its files is kept. */
export async function forgetPlaces(
  caller: Forgetter,
  places: ForgetPlace[],
  gone: ReadonlySet<string>,
  files: boolean,
  more: TrashPart[] = [],
): Promise<Forgotten> {
  const { db, ownerId } = caller
  const empty = await emptiedOf(caller, places)
  const parts = await Promise.all(
    places.map(async (place): Promise<TrashPart> => {
      const { conversationId } = place
      const { only } = await filesOf(db, ownerId, conversationId, idsOfTurns(place.turns))
      const part = await partOf(caller, place, files ? only : [], gone)
      if (!empty.includes(conversationId) || (!files && only.length > 0)) return part
      const { cited } = part.trashed
      return { ...part, trashed: { ...trashedWhole(conversationId), emptied: true, cited } }
    }),
  )
  const emptied = parts.flatMap(({ trashed }) => (trashed.emptied ? trashed.conversationId : []))
  const forgotten = await trash(caller, [...parts, ...more])
  return emptied.length ? { ...forgotten, emptied } : forgotten
}

/** The conversations that have no turn but these. */
export async function emptiedOf({ db, ownerId }: Pick<Forgetter, 'db' | 'ownerId'>, places: ForgetPlace[]) {
  const emptied = await Promise.all(
    places.map(async ({ conversationId, turns }) => {
      const going = new Set(idsOfTurns(turns))
      const there = await turnIdsIn(db, ownerId, [conversationId])
      return turns.length > 0 && there.every((id) => going.has(id)) ? [conversationId] : []
    }),
  )
  return emptied.flat()
}

/** Turns of one conversation with what goes along. `gone` = all turns forgotten in this operation. */
export async function partOf(
  { db, ownerId, runtime }: Forgetter,
  { conversationId, turns }: ForgetPlace,
  paths: string[],
  gone: ReadonlySet<string>,
): Promise<TrashPart> {
  const turnIds = idsOfTurns(turns)
  const trashed = {
    ...trashedWhole(conversationId),
    kind: 'turns' as const,
    numbers: turns.map((turn) => turn.number),
    files: paths.length > 0 ? await versionsOf(db, ownerId, conversationId, paths) : [],
    state: turnIds.length > 0 ? await stateSetBy(db, ownerId, conversationId, turnIds) : [],
    title: turnIds.length > 0 ? await titleWithout(db, ownerId, conversationId, turns) : null,
    cited: (await citersOf(db, ownerId, turnIds)).filter((turn) => !gone.has(turn.turnId)),
  }
  return { trashId: runtime.id('trash'), turnIds, trashed }
}

/** @returns the entry of the first part, which undoes all of them. */
export async function trash(caller: Forgetter, parts: TrashPart[]): Promise<Forgotten> {
  const { db, ownerId, runtime, keptMs = undoMs() } = caller
  await trashParts(db, ownerId, parts, runtime.now(), keptMs)
  const ids = parts.map((part) => part.trashId)
  await recordTrashed(db, ownerId, ids, runtime.now())
  return { trashId: parts[0]?.trashId ?? '', undoMs: keptMs }
}

/** The new title if it was made from a forgotten turn; null if a person chose it. */
async function titleWithout(db: Db, ownerId: string, conversationId: string, turns: Turn[]) {
  const { title, activeLeafId } = await getConversation(db, ownerId, conversationId)
  const made =
    turns.some((turn) =>
      turn.number === 1 ? isTitleFor(title, turn.userText) : titleFor(turn.userText) === title,
    ) || (await titleReplies(db, ownerId, idsOfTurns(turns))).some((reply) => givesTitle(reply, title))
  if (!made || !activeLeafId) return null
  const gone = new Set(idsOfTurns(turns))
  const path = await turnPath(db, ownerId, activeLeafId)
  const last = Math.max(...turns.map((turn) => turn.number))
  const near = await turnsOnPath(db, ownerId, path, 1, Math.min(OPEN_END, last + 1))
  const next = near.find((turn) => !gone.has(turn.id) && !isForgotten(turn))
  return { before: title, after: next ? titleFor(next.userText) : '' }
}
