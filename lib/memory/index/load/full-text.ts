import { memoryRev } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/rows'
import {
  addUnitsOps,
  analyzeUnits,
  changeStateOp,
  clearSome,
  countUnits,
  indexedEntries,
  openSearchState,
  removeUnitsOps,
  type SearchState,
  searchState,
} from '@/lib/db/memory/full-text'
import { unitsOf } from '@/lib/memory/index/tokens'
import { breath } from '@/lib/shared/breath'
import { getOrMake } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import type { IndexedKind } from '@/lib/shared/memory/search'
import { once } from '@/lib/shared/once'
import type { IndexEntry } from './put'
import { affectedSince, INDEX_SOURCES, knownInDatabase } from './sources'

/** Increment it when terms are built differently, so that old full text is rebuilt. */
const FULL_TEXT_FORMAT = 5
/** Whether the full text has the terms of today. */
export const isCurrentFormat = ({ format }: SearchState) => format === FULL_TEXT_FORMAT

/** One running task of a name, kind and owner, shared by all callers. */
function shared(name: string, ownerId: string, kind: IndexedKind, run: () => Promise<void>): Promise<void> {
  const busy = once('full-text-tasks', () => new Map<string, Promise<void>>())
  const key = `${name} ${kind} ${ownerId}`
  return getOrMake(busy, key, () => run().finally(() => busy.delete(key)))
}

/** Applies `change` to the current state, and again if another process wrote in between. */
async function fenced(
  db: Db,
  ownerId: string,
  kind: IndexedKind,
  change: (state: SearchState) => Promise<Batch | null>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const state = await searchState(db, ownerId, kind)
    const ops = state && (await change(state))
    if (!ops) return
    try {
      await db.$transaction(ops)
      return
    } catch (error) {
      const now = await searchState(db, ownerId, kind)
      if (now?.version === state.version || tries >= limits.fullText.tries) throw error
    }
  }
}

const putOps = async (db: Db, state: SearchState, entries: readonly IndexEntry[], refIds: string[]) => [
  ...removeUnitsOps(db, state.ownerId, { refIds, kind: state.kind }),
  ...addUnitsOps(db, state, await unitsOf(state.kind as IndexedKind, state.id, entries)),
]

/** Entries for one transaction each. SQLite blocks other writers meanwhile, so few long ones. */
function* transactionsOf(entries: readonly IndexEntry[]): Generator<IndexEntry[]> {
  let [some, chars]: [IndexEntry[], number] = [[], 0]
  for (const entry of entries) {
    const own = entry.said.reduce((sum, { start, end }) => sum + end - start, 0)
    if (some.length && (some.length >= limits.fullText.page || chars + own > limits.fullText.pageChars)) {
      yield some
      ;[some, chars] = [[], 0]
    }
    some.push(entry)
    chars += own
  }
  if (some.length) yield some
}

async function clear(db: Db, state: SearchState): Promise<void> {
  while (await clearSome(db, state, limits.fullText.clear)) await breath()
}

/** Records that an owner's memory is too large for RAM, so that nothing tries to load it again. */
export async function openFullText(db: Db, ownerId: string, kind: IndexedKind): Promise<void> {
  const fresh = { format: FULL_TEXT_FORMAT, rev: await memoryRev(db, ownerId) }
  const state = await openSearchState(db, ownerId, kind, fresh)
  if (isCurrentFormat(state)) return
  await clear(db, state)
  await fenced(db, ownerId, kind, async (now) =>
    isCurrentFormat(now) ? null : [changeStateOp(db, now, { ...fresh, filled: false, units: 0, terms: 0 })],
  )
}

/** Builds the full text of one kind in short transactions; an interrupted build continues. */
async function makeFullText(db: Db, ownerId: string, kind: IndexedKind): Promise<void> {
  await openFullText(db, ownerId, kind)
  if ((await searchState(db, ownerId, kind))?.filled) return
  for await (const page of INDEX_SOURCES[kind].pages(db, ownerId))
    for (const entries of transactionsOf(page)) {
      await fenced(db, ownerId, kind, async (now) => {
        if (now.filled) return null
        const refIds = entries.map((entry) => entry.id)
        const known = await indexedEntries(db, now, { refIds })
        const lacking = refIds.filter((id) => !known.has(id))
        // Read again, because a catch-up may have deleted some of the page's entries.
        const missing = await INDEX_SOURCES[kind].byIds(db, ownerId, lacking)
        return missing.length ? [changeStateOp(db, now, {}), ...(await putOps(db, now, missing, []))] : null
      })
      await breath()
    }
  await analyzeUnits(db)
  await fenced(db, ownerId, kind, async (now) => [
    changeStateOp(db, now, { filled: true, ...(await countUnits(db, now)) }),
  ])
}

/** Starts or continues building the full text. Callers may wait for it. */
export const fillFullText = (db: Db, ownerId: string, kind: IndexedKind): Promise<void> =>
  shared('fill', ownerId, kind, () => makeFullText(db, ownerId, kind))

/** The state with every commit before this call; null without full text. */
export async function fullTextNow(db: Db, ownerId: string, kind: IndexedKind): Promise<SearchState | null> {
  const rev = await memoryRev(db, ownerId)
  for (;;) {
    const state = await searchState(db, ownerId, kind)
    if (!state || !isCurrentFormat(state)) return null
    if (state.rev >= rev) return state
    await shared('catch up', ownerId, kind, () => catchUp(db, ownerId, kind))
  }
}

/** In short transactions, because SQLite blocks other writers. The revision is written last. */
async function catchUp(db: Db, ownerId: string, kind: IndexedKind): Promise<void> {
  const state = await searchState(db, ownerId, kind)
  if (!state) return
  const rev = await memoryRev(db, ownerId)
  const { ids, last } = await affectedSince(db, ownerId, kind, state.rev, knownInDatabase(db, state))
  for (const wanted of chunks(ids, limits.fullText.page)) {
    await fenced(db, ownerId, kind, async (now) => [
      changeStateOp(db, now, {}),
      ...(await putOps(db, now, await INDEX_SOURCES[kind].byIds(db, ownerId, wanted), wanted)),
    ])
    await breath()
  }
  const seen = Math.max(rev, last ?? 0)
  await fenced(db, ownerId, kind, async (now) =>
    now.rev >= seen ? null : [changeStateOp(db, now, { rev: seen })],
  )
}
