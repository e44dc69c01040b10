import type { Db } from '@/lib/db/engine/client'
import { fileTexts } from '@/lib/db/files/file-texts'
import { strategyTexts } from '@/lib/db/learning/strategies'
import { summaryTexts } from '@/lib/db/memory/summaries'
import { textsById } from '@/lib/db/turns/turn-texts'
import { latest, sinceOf, sourceOf } from '@/lib/memory/facts/timeline'
import type { LiteralHit } from '@/lib/memory/index/literal'
import { fileId, nodeId } from '@/lib/shared/memory/graph'
import type { MemoryKind, SearchHit } from '@/lib/shared/memory/search'
import type { Words } from '@/lib/shared/pick'
import { fileEntryId, fileTextOf, placesOfEntries, strategyTextOf, summaryTextOf } from './searched-text'
import { factIndex, factText } from './small-indexes'

/** The source of a hit. `text` is what its offsets refer to; `verbatim` = a summary of original sentences. */
export type SourceOfHit = Pick<
  SearchHit,
  Words<'refId node turnId turnNumber fromNumber name part since coming until status'>
> & {
  text: string
  verbatim?: boolean
  /** Imported with speakers. */
  imported?: boolean
}
/** Reads entries of one kind by their index ids; deleted ones are absent. A turn is read as its two parts. */
type Reader = (db: Db, ownerId: string, ids: string[]) => Promise<SourceOfHit[]>

const messages: Reader = async (db, ownerId, ids) =>
  (await textsById(db, ownerId, ids)).flatMap(({ id, number, userText, answer, messages }) => {
    const place = { refId: id, node: nodeId('turn', id), turnId: id, turnNumber: number, fromNumber: number }
    const turn = { ...place, name: '', imported: messages !== null }
    return [
      { ...turn, part: 'user' as const, text: userText },
      { ...turn, part: 'assistant' as const, text: answer },
    ]
  })

const summaries: Reader = async (db, ownerId, ids) =>
  (await summaryTexts(db, ownerId, ids)).map((row) => {
    const { id: refId, turnId, to: turnNumber, from: fromNumber } = row
    const node = nodeId(row.level ? 'roll-up' : 'summary', refId)
    const entry = { refId, node, turnId, turnNumber, fromNumber, name: '', text: summaryTextOf(row) }
    return { ...entry, verbatim: row.status !== 'model' }
  })

const files: Reader = async (db, ownerId, ids) => {
  const places = await placesOfEntries(db, ownerId, ids)
  const texts = await fileTexts(db, ownerId, places)
  return places.map((place) => {
    const { conversationId, path: name, turnId, number } = place
    const [refId, node] = [fileEntryId(place), fileId(conversationId, name)]
    const text = fileTextOf(place, texts.get(place.hash) ?? '')
    return { refId, node, text, turnId, turnNumber: number, fromNumber: number, name }
  })
}

/** The turn that something is from, if there is one. */
const turnOf = (said: { turnId: string; number: number } | null) => {
  const number = said?.number ?? 0
  return { turnId: said?.turnId ?? null, turnNumber: number, fromNumber: number }
}

const facts: Reader = async (db, ownerId, ids) => {
  const facts = (await factIndex(db, ownerId)).factsAt(new Date())
  return ids.flatMap((refId) => {
    const fact = facts.get(refId)
    if (!fact) return []
    const entry = { refId, node: nodeId('fact', refId), ...turnOf(sourceOf(fact)), text: factText(fact) }
    return {
      ...entry,
      name: latest(fact).subject,
      since: sinceOf(fact),
      until: fact.until?.toISOString() ?? null,
      ...(fact.coming ? { coming: true as const } : {}),
    }
  })
}

const strategies: Reader = async (db, ownerId, ids) =>
  (await strategyTexts(db, ownerId, ids)).map((row) => {
    const { id: refId, slug: name, status, turn } = row
    const node = nodeId('strategy', refId)
    return { refId, node, ...turnOf(turn), name, status, text: strategyTextOf(row) }
  })

const READERS: Record<MemoryKind, Reader> = {
  message: messages,
  summary: summaries,
  file: files,
  fact: facts,
  strategy: strategies,
}

const keyOf = (kind: MemoryKind, refId: string, part = '') => `${kind} ${part} ${refId}`
export type OfKind = { kind: MemoryKind; hit: LiteralHit }
/** Each hit with its source, in the same order, without deleted ones. */
export async function read<H extends OfKind>(db: Db, ownerId: string, hits: readonly H[]) {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  const readKind = async (kind: MemoryKind) => {
    const ids = hits.filter((one) => one.kind === kind).map(({ hit }) => hit.turnId)
    const entries = await READERS[kind](db, ownerId, [...new Set(ids)])
    return entries.map((entry) => [keyOf(kind, entry.refId, entry.part), entry] as const)
  }
  const found = new Map((await Promise.all(kinds.map(readKind))).flat())
  return hits.flatMap((one) => {
    const { kind, hit } = one
    const entry = found.get(keyOf(kind, hit.turnId, kind === 'message' ? hit.part : undefined))
    return entry ? [{ ...one, entry }] : []
  })
}
