import { type ChangeKind, type ChangeRow, changesSince } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/rows'
import {
  conversationsOfTurns,
  conversationsWithFiles,
  type FilePlace,
  filePlaces,
  fileTexts,
} from '@/lib/db/files/file-texts'
import { entriesAt, indexedEntries, type SearchState } from '@/lib/db/memory/full-text'
import {
  type StoredSummaryText,
  summaryIdsOf,
  summaryPage,
  summaryPlaces,
  summaryTexts,
} from '@/lib/db/memory/summaries'
import { type TurnText, textPages, textsById, turnIdsOf } from '@/lib/db/turns/turn-texts'
import { fileEntryId, fileTextOf, placesOfEntries, summaryTextOf } from '@/lib/memory/search/searched-text'
import { limits } from '@/lib/shared/limits'
import type { IndexedKind } from '@/lib/shared/memory/search'
import type { IndexData } from './data'
import { entryOfText, entryOfTurn, type IndexEntry } from './put'

/** Which entries an index already has, in RAM or in the database. */
type Known = {
  /** Entries of some conversations, with their stamps. */
  within(conversationIds: readonly string[]): Promise<ReadonlyMap<string, string | null>>
  at(places: readonly { conversationId: string; branchId: string; to: number }[]): Promise<string[]>
}

export const knownInMemory = (data: IndexData): Known => ({
  async within(conversationIds) {
    const wanted = new Set(conversationIds.flatMap((id) => data.conversations.at.get(id) ?? []))
    const known = new Map<string, string | null>()
    if (wanted.size)
      for (const [id, entry] of data.turnOf)
        if (wanted.has(data.turns.conversation[entry] ?? -1)) known.set(id, data.turns.stamp[entry] ?? null)
    return known
  },
  async at(places) {
    if (places.length === 0) return []
    const { id, alive, number, branch } = data.turns
    const wanted = new Set(places.map(({ branchId, to }) => `${to} ${branchId}`))
    const placeOf = (entry: number) => `${number[entry]} ${data.branches.list[branch[entry] ?? 0]}`
    return id.filter((_, entry) => alive[entry] && wanted.has(placeOf(entry)))
  },
})

export const knownInDatabase = (db: Db, state: SearchState): Known => ({
  within: (conversationIds) => indexedEntries(db, state, { conversationIds: [...conversationIds] }),
  at: (places) => entriesAt(db, state, [...places]),
})

type Change = Pick<ChangeRow, 'refId'> & { kind: string }

/** Where the entries of one kind of memory come from. A new kind needs a new source. */
type Source = {
  kinds: readonly ChangeKind[]
  /** All entries, in keyset pages. */
  pages(db: Db, ownerId: string): AsyncIterable<IndexEntry[]>
  /** Ids of entries that these changes may have added, changed or deleted, whether they exist or not. */
  affected(db: Db, ownerId: string, changes: readonly Change[], known: Known): Promise<Iterable<string>>
  /** The current entries; deleted ones are absent. At most a page of ids. */
  byIds(db: Db, ownerId: string, ids: string[]): Promise<IndexEntry[]>
}

const idsOf = (changes: readonly Change[], kind: string) => [
  ...new Set(changes.flatMap((change) => (change.kind === kind ? [change.refId] : []))),
]

/** A page is read at once, so pages of long turns are shorter. */
function nextTake(take: number, page: readonly TurnText[]): number {
  const chars = page.reduce((sum, turn) => sum + turn.userText.length + turn.answer.length, 1)
  const fitting = Math.floor((limits.index.pageChars * page.length) / chars)
  return Math.max(1, Math.min(take * 2, fitting, limits.index.page))
}

const messages: Source = {
  kinds: ['turn', 'conversation'],
  async *pages(db, ownerId) {
    for await (const page of textPages(db, ownerId, limits.index.firstPage, nextTake))
      yield page.map(entryOfTurn)
  },
  async affected(db, ownerId, changes, known) {
    const ids = new Set(idsOf(changes, 'turn'))
    const conversations = idsOf(changes, 'conversation')
    const there = new Set(await turnIdsOf(db, ownerId, conversations))
    const before = await known.within(conversations)
    for (const id of before.keys()) if (!there.has(id)) ids.add(id)
    for (const id of there) if (!before.has(id)) ids.add(id)
    return ids
  },
  async byIds(db, ownerId, ids) {
    const found = await textsById(db, ownerId, ids)
    return found
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
      .map(entryOfTurn)
  },
}

type SummaryPage = Awaited<ReturnType<typeof summaryPage>>
function entryOfSummary(row: StoredSummaryText): IndexEntry {
  const { id, conversationId, branchId, to, createdAt } = row
  return entryOfText({ id, conversationId, branchId, number: to, stamp: null }, createdAt, summaryTextOf(row))
}
const summaries: Source = {
  kinds: ['summary', 'turn', 'conversation'],
  async *pages(db, ownerId) {
    for (let after: string | null = ''; after !== null; ) {
      const { texts, next }: SummaryPage = await summaryPage(db, ownerId, after, limits.index.page)
      yield texts.map(entryOfSummary)
      after = next
    }
  },
  async affected(db, ownerId, changes, known) {
    const conversations = idsOf(changes, 'conversation')
    const ids = [
      ...idsOf(changes, 'summary'),
      ...(await summaryIdsOf(db, ownerId, conversations, idsOf(changes, 'turn'))),
    ]
    // A new summary replaces the previous one under a new id.
    const before = await known.at(await summaryPlaces(db, ownerId, ids))
    return new Set([...ids, ...(await known.within(conversations)).keys(), ...before])
  },
  async byIds(db, ownerId, ids) {
    return (await summaryTexts(db, ownerId, ids)).map(entryOfSummary)
  },
}

const stampOf = ({ hash, number }: FilePlace) => `${hash} ${number}`
function entryOfFile(place: FilePlace, text: string): IndexEntry {
  const { conversationId, branchId, number, createdAt } = place
  const at = { id: fileEntryId(place), conversationId, branchId, number, stamp: stampOf(place) }
  return entryOfText(at, createdAt, fileTextOf(place, text))
}
async function filesIn(db: Db, ownerId: string, places: FilePlace[]): Promise<IndexEntry[]> {
  const texts = await fileTexts(db, ownerId, places)
  return places.map((place) => entryOfFile(place, texts.get(place.hash) ?? ''))
}
/** Files are read with their conversations, a few at a time, because they may be large. */
const CONVERSATIONS = 20
const FILES = 50

/** Each file in its current version. A turn's change also covers the files it wrote. */
const files: Source = {
  kinds: ['file', 'turn', 'conversation'],
  async *pages(db, ownerId) {
    const ids = await conversationsWithFiles(db, ownerId)
    for (const some of chunks(ids, CONVERSATIONS))
      for (const places of chunks(await filePlaces(db, ownerId, some), FILES))
        yield await filesIn(db, ownerId, places)
  },
  async affected(db, ownerId, changes, known) {
    // A change names a file, or the conversation whose files were forgotten.
    const named = idsOf(changes, 'file').map((id) => id.split(':')[0] ?? '')
    const written = await conversationsOfTurns(db, ownerId, idsOf(changes, 'turn'))
    const conversations = [...new Set([...idsOf(changes, 'conversation'), ...named, ...written])]
    const places = await filePlaces(db, ownerId, conversations)
    const now = new Map(places.map((place) => [fileEntryId(place), stampOf(place)]))
    const before = await known.within(conversations)
    const gone = [...before.keys()].filter((id) => !now.has(id))
    const changed = [...now].flatMap(([id, stamp]) => (before.get(id) === stamp ? [] : [id]))
    return [...gone, ...changed]
  },
  async byIds(db, ownerId, ids) {
    return filesIn(db, ownerId, await placesOfEntries(db, ownerId, ids))
  },
}

export const INDEX_SOURCES: Record<IndexedKind, Source> = {
  message: messages,
  summary: summaries,
  file: files,
}

/** What an index has to follow after a revision. `last` = of the last change that matters; null = none. */
export async function affectedSince(db: Db, ownerId: string, kind: IndexedKind, rev: number, known: Known) {
  const source = INDEX_SOURCES[kind]
  const changes = await changesSince(db, ownerId, rev, source.kinds)
  const last = changes.at(-1)?.rev ?? null
  return { ids: last === null ? [] : [...(await source.affected(db, ownerId, changes, known))], last }
}
