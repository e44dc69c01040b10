import type { Db } from '@/lib/db/client'
import { textsById } from '@/lib/db/turn-texts'
import type { MemoryKind } from '@/lib/shared/search'
import type { LiteralHit } from './index/literal'

/** What a hit stands for. `text` is what its offsets are of. */
export type Read = { refId: string; text: string; turnId: string | null; turnNumber: number; fromNumber: number; name: string }
/** Reads the entries of one kind back, by their ids in the index; what is gone meanwhile is absent. */
type Reader = (db: Db, ownerId: string, ids: string[]) => Promise<Map<string, (hit: LiteralHit) => Read>>

const messages: Reader = async (db, ownerId, ids) => {
  const turns = await textsById(db, ownerId, ids)
  return new Map(
    turns.map(({ id, number, userText, answer }) => [
      id,
      ({ part }) => ({ refId: id, text: part === 'user' ? userText : answer, turnId: id, turnNumber: number, fromNumber: number, name: '' }),
    ]),
  )
}

const READERS: Record<MemoryKind, Reader> = { message: messages }

export type OfKind = { kind: MemoryKind; hit: LiteralHit }
/** Each hit with what it stands for, in the same order; those that are gone are left out. */
export async function read<H extends OfKind>(db: Db, ownerId: string, hits: readonly H[]): Promise<(H & { entry: Read })[]> {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  const idsOf = (kind: MemoryKind) => [...new Set(hits.flatMap((one) => (one.kind === kind ? [one.hit.turnId] : [])))]
  const found = new Map(await Promise.all(kinds.map(async (kind) => [kind, await READERS[kind](db, ownerId, idsOf(kind))] as const)))
  return hits.flatMap((one) => {
    const entry = found.get(one.kind)?.get(one.hit.turnId)?.(one.hit)
    return entry ? [{ ...one, entry }] : []
  })
}
