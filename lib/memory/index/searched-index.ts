import type { Db } from '@/lib/db/engine/client'
import type { SearchState } from '@/lib/db/memory/full-text'
import { type EntrySize, entrySizes, type UnitRow, unitRows } from '@/lib/db/memory/full-text-search'
import { closeEntry, openEntry, openMessage, openUnit, post, writeRow } from '@/lib/memory/index/load/put'
import { pacer } from '@/lib/shared/breath'
import { groupBy } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import type { IndexedKind } from '@/lib/shared/memory/search'
import { emptyIndex, type IndexData } from './load/data'
import { fullTextNow } from './load/full-text'
import { kindIndex, type Wanted } from './load/owner-index'
import { type CandidateQuery, candidatesFor, type EntryUnits } from './score/candidates'
import { parseSaid, placeIn, stateTerm } from './tokens'

const { fullText } = limits

/** The key under which the index of a query has a term of the full text; undefined = not asked for. */
type KeyOf = (term: string) => string | undefined

/** The keys that a query asks for. What continues its last word has a key that begins with it. */
function soughtIn(stateId: number, { words, beginning = null }: Pick<CandidateQuery, 'words' | 'beginning'>) {
  const keys = new Map(words.flatMap((word) => word.keys.map((key) => [stateTerm(stateId, key), key])))
  if (beginning === null) return (term: string) => keys.get(term)
  const begins = stateTerm(stateId, beginning)
  return (term: string) =>
    keys.get(term) ?? (term.startsWith(begins) ? beginning + term.slice(begins.length) : undefined)
}

/**
 * What is read of entries, the best first: whole ones as long as there is room, but of long ones and of those
 * after that only the first and the last unit and the best that contain words of the query.
 */
export function rowsToRead(entries: readonly EntryUnits[], sizes: ReadonlyMap<string, EntrySize>) {
  const [whole, parts] = [[] as string[], new Set<number>()]
  let room: number = fullText.units
  for (const [refId, best] of entries) {
    const size = sizes.get(refId)
    if (!size) continue
    if (size.units <= Math.min(room, fullText.entryUnits)) {
      room -= size.units
      whole.push(refId)
    } else for (const id of [size.first, size.last, ...best.slice(0, fullText.partUnits)]) parts.add(id)
  }
  return { whole, parts: [...parts] }
}

/** A small index of some entries for one query, with only its words, made of their rows in the full text. */
async function indexOfUnits(db: Db, state: SearchState, entries: readonly EntryUnits[], keyOf: KeyOf) {
  const refIds = entries.map(([refId]) => refId)
  const sizes = await entrySizes(db, refIds)
  const { whole, parts } = rowsToRead(entries, sizes)
  const units = [
    ...(await unitRows(db, state, { refIds: whole })),
    ...(await unitRows(db, state, { ids: parts })),
  ]
  const found = groupBy(units, ({ refId }) => refId)
  const data = { ...emptyIndex(state.kind as IndexedKind), rev: state.rev }
  const pace = pacer()
  // In the order of an index of the whole, since the last bits of a sum depend on it.
  const inOrder = [...sizes].sort(([, a], [, b]) => a.first - b.first)
  for (const [refId] of inOrder) {
    await pace()
    putUnits(data, found.get(refId) ?? [], keyOf)
  }
  return data
}

/** Adds an entry by its units, in order, the first of them first. */
function putUnits(data: IndexData, units: readonly UnitRow[], keyOf: KeyOf) {
  const [first] = units
  if (!first?.said) return
  const { conversationId, branchId, number, stamp } = first
  const { parentId, messages } = parseSaid(first.said)
  const entry = { id: first.refId, conversationId, branchId, number, stamp, parentId }
  const turn = openEntry(data, entry)
  const placed = units.map((unit) => ({ ...unit, ...placeIn(unit.place) }))
  let next = 0
  for (const [i, said] of messages.entries()) {
    const message = openMessage(data, turn, said)
    for (let unit = placed[next]; unit?.message === i; unit = placed[++next]) {
      const at = openUnit(data, message, unit, unit.length)
      for (const term of unit.terms.split(' ')) {
        const key = keyOf(term)
        if (key !== undefined) post(data, key, at)
      }
    }
    writeRow(data, message)
  }
  closeEntry(data, entry, turn)
}

/**
 * The index that ranks a query: the whole one or, beyond RAM, a small one of units from the full text with
 * the statistics of the whole. `partial` = still being built.
 */
export async function searchedIndex(
  db: Db,
  ownerId: string,
  kind: IndexedKind,
  asked: CandidateQuery,
  size: Wanted = {},
): Promise<{ data: IndexData; partial: boolean }> {
  const held = await kindIndex(db, ownerId, kind, size)
  if (held) return { data: held, partial: false }
  const state = await fullTextNow(db, ownerId, kind)
  if (!state) return { data: emptyIndex(kind), partial: true }
  const { entries, whole } = await candidatesFor(db, state, asked)
  const data = await indexOfUnits(db, state, entries, soughtIn(state.id, asked))
  return { data: { ...data, whole }, partial: !state.filled }
}

export async function memoryUnits(db: Db, ownerId: string): Promise<number> {
  const data = await kindIndex(db, ownerId, 'message')
  return data ? data.live.units : ((await fullTextNow(db, ownerId, 'message'))?.units ?? 0)
}
