import { memoryRev } from '@/lib/db/engine/changes'
import type { ContextPiece } from '@/lib/memory/context/context'
import { countInUnit } from '@/lib/memory/index/found'
import { browse, searchLiteral } from '@/lib/memory/index/literal'
import {
  type IndexData,
  type MessageFilter,
  type MessageHit,
  messageEnd,
  unitEnd,
} from '@/lib/memory/index/load/data'
import { kindIndex, type Wanted } from '@/lib/memory/index/load/owner-index'
import { reachFor } from '@/lib/memory/index/memory-index'
import { type OfKind, read, type SourceOfHit } from '@/lib/memory/search/search-readers'
import { type Question, questionOf } from '@/lib/memory/text/question'
import { limits } from '@/lib/shared/limits'
import type { IndexedKind } from '@/lib/shared/memory/search'
import type { RecallSearch } from '@/lib/shared/schemas'
import type { AskedWord } from '@/lib/shared/turn/events'
import { withinMs } from '@/lib/shared/within'
import { bestStretch, chipOf, passagesOf } from './passages'
import type { Quotable } from './recall-hit'
import type { Passage, Recalling } from './recall-query'

/** A file or summary that keywords found. */
export type Other = OfKind & { kind: 'file' | 'summary'; entry: SourceOfHit }
const KINDS = ['file', 'summary'] as const satisfies IndexedKind[]

/** The part of memory that a search is limited to. */
export const onlyOf = ({ from, to, conversationId }: RecallSearch): MessageFilter => ({
  ...(from === undefined ? {} : { from: Date.parse(from) }),
  ...(to === undefined ? {} : { to: Date.parse(to) - 1 }),
  ...(conversationId === undefined ? {} : { conversationId }),
})

/** The share of the query that a hit contains, each word weighted by rarity. */
function coverage(asked: readonly AskedWord[], rarity: ReadonlyMap<string, number>): number {
  const weightOf = (words: readonly AskedWord[]) =>
    words.reduce((sum, { word }) => sum + (rarity.get(word) ?? 0), 0)
  const all = weightOf(asked)
  return all > 0 ? weightOf(asked.filter(({ held }) => held)) / all : 0
}

/**
 * Files and summaries for the last of `places`, best first. They must cover at least as much of the query as
 * every message that was found. At most `limits.recall.others`, and a third of the places turns could fill.
 */
export async function othersFound(
  query: Recalling,
  turns: readonly { messages: MessageHit[] }[],
  places: number,
): Promise<Other[]> {
  const { db, ownerId } = query
  const question = questionOf((query.request.keywords ?? []).join(' '))
  const most = Math.min(limits.recall.others, places, Math.max(Math.floor(places / 3), places - turns.length))
  if (question.words.length === 0 || most <= 0) return []
  const messages = turns.slice(0, places).flatMap((turn) => turn.messages)
  const shown = turns.slice(0, places - most).flatMap((turn) => turn.messages)
  const taken = new Set(shown.map((hit) => hit.turnId))
  const rev = await memoryRev(db, ownerId)
  const literally = (kind: IndexedKind) => literalHits(query, kind, question, { rev })
  const ofKinds = await Promise.all(KINDS.map(literally))
  const candidates = ofKinds.flat()
  const weighed = messages.length ? messages : candidates.map(({ hit }) => hit)
  const words = weighed.flatMap(({ asked }) => asked)
  const rarity = new Map(words.map(({ word, rarity }) => [word, rarity]))
  const shareOf = ({ asked }: MessageHit) => coverage(asked, rarity)
  const telling = messages.filter((hit) => (hit.parts.question ?? 0) >= 0)
  const least = Math.max(limits.recall.othersCoverage, ...telling.map(shareOf))
  const { files, summaries } = query.shown ?? {}
  const isShown = ({ turnId }: MessageHit) => files?.has(turnId) || summaries?.has(turnId)
  const worthy = candidates.filter(({ hit }) => shareOf(hit) >= least - ROUNDING && !isShown(hit))
  if (worthy.length === 0) return []
  // Above `maxUnits` turns are not in memory, so their summaries cannot be compared with them.
  const said = await kindIndex(db, ownerId, 'message', { rev })
  return (await read(db, ownerId, worthy))
    .filter((one): one is Other =>
      one.kind === 'file'
        ? !taken.has(one.entry.turnId ?? '')
        : one.kind === 'summary' && said !== null && saysMore(said, question, one, taken),
    )
    .sort((a, b) => shareOf(b.hit) - shareOf(a.hit) || b.hit.share - a.hit.share || b.hit.at - a.hit.at)
    .slice(0, most)
}
const ROUNDING = 1e-9

/** The best summaries and roll-ups that contain a word of the query; without a query, the latest. */
export async function summariesFound(query: Omit<Recalling, 'index'>, most: number) {
  const question = questionOf((query.request.keywords ?? []).join(' '))
  if (most <= 0) return []
  const hits = await literalHits(query, 'summary', question, { most })
  return (await read(query.db, query.ownerId, hits))
    .filter((one): one is Other => one.kind === 'summary')
    .sort((a, b) => b.hit.share - a.hit.share || b.hit.at - a.hit.at)
    .slice(0, most)
}

async function literalHits(
  query: Omit<Recalling, 'index'>,
  kind: IndexedKind,
  question: Question,
  { most = limits.recall.othersLooked, ...wanted }: Wanted & { most?: number } = {},
): Promise<OfKind[]> {
  const { db, ownerId, conversationId, path, before, scope = 'owner' } = query
  const data = await withinMs(kindIndex(db, ownerId, kind, wanted), limits.recall.othersLoadMs)
  if (!data?.live.units) return []
  const reach = await reachFor(db, ownerId, data, { conversationId, path, before, scope })
  const sought = { question, must: [], beginning: null, order: 'best' } as const
  const only = onlyOf(query.request)
  const { hits } = question.words.length
    ? searchLiteral(data, sought, reach, only, most, true)
    : browse(data, reach, only, most)
  return hits.map((hit) => ({ kind, hit }))
}

/** Whether a model's summary has a word of the query that its turns, none of which was found, do not have. */
function saysMore(
  data: IndexData,
  { words }: Question,
  { hit, entry }: OfKind & { entry: SourceOfHit },
  taken: ReadonlySet<string>,
): boolean {
  if (entry.verbatim) return false
  const held = new Set(hit.asked.filter((one) => one.held).map(({ word }) => word))
  const sought = words.filter(({ word }) => held.has(word))
  const said = new Set<string>()
  for (
    let turn = data.turnOf.get(entry.turnId ?? '');
    turn !== undefined && (data.turns.number[turn] ?? 0) >= entry.fromNumber;
    turn = data.turnOf.get(data.turns.parentId[turn] ?? '')
  ) {
    const id = data.turns.id[turn] ?? ''
    if (taken.has(id)) return false
    for (const { word, keys } of sought) if (keys.some((key) => isSaid(data, turn ?? 0, key))) said.add(word)
  }
  return said.size < held.size
}

function isSaid(data: IndexData, turn: number, key: string): boolean {
  const list = data.postings.get(key) ?? []
  const last = messageEnd(data, turn) - 1
  const first = data.turns.firstMessage[turn] ?? 0
  if (last < first) return false
  for (let unit = data.messages.firstUnit[first] ?? 0; unit < unitEnd(data, last); unit++)
    if (countInUnit(list, unit)) return true
  return false
}

/** A file's text without its name, which is searched too. */
const textOf = ({ kind, entry: { name, text } }: Other) =>
  kind === 'file' && text.startsWith(`${name}\n`) ? text.slice(name.length + 1) : text

/** A file or summary as a hit, at the turn that wrote it or the last one covered. `isShort` = one excerpt. */
export function shownOther(other: Other, contextId: string | null, isShort: boolean): Quotable {
  const { kind, hit, entry } = other
  const { refId, turnId, turnNumber, fromNumber, name } = entry
  const covers = kind === 'summary' ? { covers: { from: fromNumber, to: turnNumber } } : {}
  const at = new Date(hit.at).toISOString()
  const place = { turnId: turnId ?? '', turnNumber, conversationId: hit.conversationId, parentId: null }
  const passage = ({ text, cut }: Pick<Passage, 'text' | 'cut'>): Passage => ({
    ...{ ...place, who: kind, at, score: hit.score, text, title: name, ...(cut ? { cut } : {}) },
    other: { id: refId, ...(kind === 'file' ? { file: name } : {}), ...covers },
  })
  const piece: ContextPiece = { who: 'file', title: name, text: textOf(other) }
  const within = passagesOf([piece], hit.weights)
  return {
    excerptsIn: (chars) => {
      const { excerpts, best } = within(chars)
      const one = isShort ? bestStretch(piece, hit.weights, [], chars)?.excerpt : undefined
      return { best, own: (one ? [one] : excerpts).map(passage) }
    },
    hitOf: (rank, best, tokens) => ({
      ...{ rank, kind, refId, turnId, turnNumber, conversationId: hit.conversationId, contextId, at },
      ...{ score: hit.score, parts: hit.parts, excerpt: chipOf(best), tokens, words: hit.asked, ...covers },
    }),
  }
}
