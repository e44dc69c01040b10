import type { Db } from '@/lib/db/engine/client'
import { fileTexts } from '@/lib/db/files/file-texts'
import { strategyTexts } from '@/lib/db/learning/strategy-texts'
import { summaryTexts } from '@/lib/db/memory/summary-texts'
import { textsById } from '@/lib/db/turns/turn-texts'
import { factIndex, factText } from '@/lib/memory/facts/fact-index'
import { sinceOf } from '@/lib/memory/facts/since'
import { latest, sourceOf } from '@/lib/memory/facts/timeline'
import type { LiteralHit } from '@/lib/memory/index/literal'
import { fileId, nodeId } from '@/lib/shared/memory/graph'
import type { MemoryKind, SearchHit } from '@/lib/shared/memory/search'
import { fileEntryId, fileTextOf, placesOfEntries, strategyTextOf, summaryTextOf } from './searched-text'

/**
 * The source of a hit. `text` is what its offsets refer to; `verbatim` = a summary that consists of original
 * sentences.
 */
export type Read = {
  verbatim?: boolean
  refId: string
  node: string
  text: string
  turnId: string | null
  turnNumber: number
  fromNumber: number
  name: string
  part?: 'user' | 'assistant'
  since?: string
  coming?: true
  until?: string | null
  status?: SearchHit['status']
  /** Imported with speakers. */
  imported?: boolean
}
/** Reads entries of one kind by their index ids; deleted ones are absent. */
type Reader = (db: Db, ownerId: string, ids: string[]) => Promise<Map<string, (hit: LiteralHit) => Read>>

const messages: Reader = async (db, ownerId, ids) => {
  const turns = await textsById(db, ownerId, ids)
  return new Map(
    turns.map(({ id, number, userText, answer, messages }) => {
      const place = {
        refId: id,
        node: nodeId('turn', id),
        turnId: id,
        turnNumber: number,
        fromNumber: number,
      }
      const turn = { ...place, name: '', imported: messages !== null }
      return [id, ({ part }) => ({ ...turn, part, text: part === 'user' ? userText : answer })]
    }),
  )
}

const summaries: Reader = async (db, ownerId, ids) => {
  const rows = await summaryTexts(db, ownerId, ids)
  return new Map(
    rows.map((row) => {
      const { id: refId, turnId, to: turnNumber, from: fromNumber } = row
      const node = nodeId(row.level ? 'roll-up' : 'summary', refId)
      const entry = { refId, node, turnId, turnNumber, fromNumber, name: '', text: summaryTextOf(row) }
      return [refId, () => ({ ...entry, verbatim: row.status !== 'model' })]
    }),
  )
}

const files: Reader = async (db, ownerId, ids) => {
  const places = await placesOfEntries(db, ownerId, ids)
  const texts = await fileTexts(db, ownerId, places)
  return new Map(
    places.map((place) => {
      const { conversationId, path: name, turnId, number } = place
      const [refId, node] = [fileEntryId(place), fileId(conversationId, name)]
      const text = fileTextOf(place, texts.get(place.hash) ?? '')
      return [refId, () => ({ refId, node, text, turnId, turnNumber: number, fromNumber: number, name })]
    }),
  )
}

const facts: Reader = async (db, ownerId, ids) => {
  const { facts } = await factIndex(db, ownerId)
  return new Map(
    ids.flatMap((refId) => {
      const fact = facts.get(refId)
      if (!fact) return []
      const said = sourceOf(fact)
      const turnNumber = said?.number ?? 0
      const place = { turnId: said?.turnId ?? null, turnNumber, fromNumber: turnNumber }
      const node = nodeId('fact', refId)
      const name = latest(fact).subject
      const until = fact.until?.toISOString() ?? null
      const held = { since: sinceOf(fact), ...(fact.coming ? { coming: true as const } : {}), until }
      const entry = { refId, node, ...place, name, ...held, text: factText(fact) }
      return [[refId, () => entry]]
    }),
  )
}

const strategies: Reader = async (db, ownerId, ids) => {
  const rows = await strategyTexts(db, ownerId, ids)
  return new Map(
    rows.map((row) => {
      const { id: refId, slug: name, status, turn } = row
      const turnNumber = turn?.number ?? 0
      const place = { turnId: turn?.turnId ?? null, turnNumber, fromNumber: turnNumber }
      const node = nodeId('strategy', refId)
      return [refId, () => ({ refId, node, ...place, name, status, text: strategyTextOf(row) })]
    }),
  )
}

const READERS: Record<MemoryKind, Reader> = {
  message: messages,
  summary: summaries,
  file: files,
  fact: facts,
  strategy: strategies,
}

export type OfKind = { kind: MemoryKind; hit: LiteralHit }
/** Each hit with its source, in the same order, without deleted ones. */
export async function read<H extends OfKind>(
  db: Db,
  ownerId: string,
  hits: readonly H[],
): Promise<(H & { entry: Read })[]> {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  const readKind = async (kind: MemoryKind) => {
    const ids = hits.filter((one) => one.kind === kind).map(({ hit }) => hit.turnId)
    return [kind, await READERS[kind](db, ownerId, [...new Set(ids)])] as const
  }
  const found = new Map(await Promise.all(kinds.map(readKind)))
  return hits.flatMap((one) => {
    const entry = found.get(one.kind)?.get(one.hit.turnId)?.(one.hit)
    return entry ? [{ ...one, entry }] : []
  })
}
