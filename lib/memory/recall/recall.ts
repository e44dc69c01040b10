import type { Db } from '@/lib/db/engine/client'
import { turnsOfContexts } from '@/lib/db/memory/contexts'
import { pathLimits } from '@/lib/db/turns/path'
import { type TurnText, textsById, textsByNumber } from '@/lib/db/turns/turn-texts'
import { groupBy } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import { recallSearchSchema } from '@/lib/shared/schemas'
import type { RecallHit } from '@/lib/shared/turn/events'
import type { WindowTurn } from '../context/window'
import type { MessageHit } from '../index/load/data'
import { lexicalIndexOf, type MemoryIndex } from '../index/memory-index'
import { contentTerms } from '../text/terms'
import { isOnWords, withCorrections, withNewest } from './newest'
import { quoteHits } from './quote-hits'
import { type FoundTurn, NONE } from './recall-hit'
import { onlyOf, othersFound, summariesFound } from './recall-others'
import type { Passage, Recalling, RecallQuery } from './recall-query'

/** Numbers of the window's turns with one of the keywords in their texts or tool results. */
function inWindow(keywords: readonly string[], window: readonly WindowTurn[]): number[] {
  const sought = new Set(keywords.flatMap((keyword) => contentTerms(keyword).map(({ key }) => key)))
  const holds = (text: string) => contentTerms(text).some(({ key }) => sought.has(key))
  return window
    .filter(({ userText, answer, tools }) =>
      [userText, answer, ...tools.map(({ result }) => result)].some(holds),
    )
    .map(({ number }) => number)
}

/** The note for the model when keywords found nothing: the window may contain them in a tool result. */
function nothingOn({ request: { keywords = [], from, to }, shown }: RecallQuery): string {
  const words = keywords.map((word) => `"${word}"`).join(', ')
  if (from ?? to) return words ? `no turn of that time mentions ${words}` : 'nothing from that time'
  const numbers = inWindow(keywords, shown?.window ?? [])
  if (numbers.length === 0) return `no earlier turn mentions ${words}`
  return `${words}: in the window (turn${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')})`
}

/** The hits of one search, best first. `share` = how much of what a message says was searched by, in [0, 1]. */
type Ranked = { hits: readonly MessageHit[]; share: number }

/** The rank constant of the paper, and the weight of each list after the first, measured on recall data. */
const [K, LATER] = [60, 0.5]
/**
 * Reciprocal rank fusion, Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
 * Individual Rank Learning Methods" (SIGIR 2009), with weights:
 *
 *     order(hit) = sum over lists of weight / (60 + rank of the hit in the list)
 *
 * The first list weighs 1, each later one half of its squared share. A hit shows its best score times share.
 */
export function fuse(lists: readonly Ranked[]): MessageHit[] {
  const found = new Map<string, { hit: MessageHit; order: number }>()
  for (const [list, { hits, share }] of lists.entries())
    for (const [i, hit] of hits.entries()) {
      const id = JSON.stringify([hit.turnId, hit.part, hit.start])
      const known = found.get(id)
      const order = (known?.order ?? 0) + (list === 0 ? 1 : LATER * share ** 2) / (K + i + 1)
      const score = hit.score * share
      const parts = Object.fromEntries(Object.entries(hit.parts).map(([name, part]) => [name, part * share]))
      const best = known && known.hit.score >= score ? {} : { score, parts }
      found.set(id, { hit: { ...(known?.hit ?? hit), ...best }, order })
    }
  return [...found.values()].sort((a, b) => b.order - a.order).map(({ hit }) => hit)
}

/** `note` is for the model, `notice` for the person (how memory was searched), `error` for the log. */
export type Recalled = {
  engine: string
  ms: number
  hits: RecallHit[]
  nearMisses: RecallHit[]
  note: string
  notice: string
  passages: Passage[]
  error?: string
}

type Looked = Omit<Recalled, 'engine' | 'ms' | 'notice'>

const BAD_REQUEST = 'recall needs turnNumbers (whole numbers), contextIds or keywords (lists of texts)'

/**
 * Earlier turns by number, by context id, and by keywords. Requested turns come first, keyword hits fill the
 * remaining places by relevance. Never throws: a bad request, an unknown number or an error is a note.
 */
export async function recall(
  db: Db,
  ownerId: string,
  query: RecallQuery,
  index: MemoryIndex = lexicalIndexOf(),
): Promise<Recalled> {
  const start = performance.now()
  const done = (found: Looked): Recalled => ({
    engine: index.engine,
    ms: performance.now() - start,
    notice: index.notice?.() ?? '',
    ...found,
  })
  const nothing = { hits: [], nearMisses: [], passages: [] }
  const request = recallSearchSchema.safeParse(query.request)
  if (!request.success) return done({ ...nothing, note: BAD_REQUEST })
  try {
    return done(await find({ ...query, request: request.data, db, ownerId, index }))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return done({ ...nothing, note: 'memory could not be read this time', error: message })
  }
}

async function find(query: Recalling): Promise<Looked> {
  const limit = Math.max(0, Math.min(query.limit, limits.recall.mostHits))
  const { turns, notes } = await asked(query)
  const { kinds } = query.request
  const ranked = kinds === 'summaries' ? [] : await search(query, turns, limit)
  // A later statement does not answer a question about a given time or conversation.
  const isLimited = Object.keys(onlyOf(query.request)).length > 0
  const places = limit - turns.length
  let byKeyword = ranked
  if (ranked && ranked.length > 0 && !isLimited) {
    const newest = await withNewest(query, ranked, places)
    byKeyword = await withCorrections(query, newest, places)
  }
  // Turns are found even if files and summaries cannot be read.
  const broken: { error?: string } = {}
  const lookForOthers = () => {
    if (!byKeyword || kinds === 'turns') return []
    if (kinds === 'summaries') return summariesFound(query, places)
    return othersFound(query, byKeyword, places)
  }
  const others = await Promise.resolve(lookForOthers()).catch((error: unknown) => {
    broken.error = String(error)
    return []
  })
  if (turns.length > limit) notes.push(`only ${limit} of ${turns.length} turns fit`)
  if (byKeyword?.length === 0 && turns.length + others.length === 0) notes.push(nothingOn(query))
  if (!byKeyword && turns.length === 0 && notes.length === 0)
    notes.push('name turn numbers, context ids or keywords to look for')

  const found: FoundTurn[] = [
    ...turns.map((turn) => ({ turn, score: 1, parts: { asked: 1 }, weights: NONE, messages: [] })),
    ...(byKeyword ?? []),
  ]
  const chosen = found.slice(0, limit - others.length)
  const missed = found.slice(chosen.length, chosen.length + limits.recall.nearMisses)
  const { notes: ofTexts, ...quoted } = await quoteHits(query, { turns: chosen, others, missed })
  return { ...quoted, note: [...notes, ...ofTexts].join('; '), ...broken }
}

/** Keyword hits for the remaining places and for near misses; null without keywords. */
async function search(query: Recalling, turns: TurnText[], limit: number): Promise<FoundTurn[] | null> {
  const text = (query.request.keywords ?? []).join(' ').trim()
  if (!text) return null
  const { db, ownerId, index, conversationId, path, before, scope = 'owner', first } = query
  const only = onlyOf(query.request)
  const skip = new Set(turns.map((turn) => turn.id))
  const wanted = {
    ...{ conversationId, path, before, scope, skip },
    limit: Math.max(0, limit - turns.length) + limits.recall.nearMisses,
    ...(Object.keys(only).length ? { only } : {}),
  }
  // By words alone: embedding each of the others would take a call.
  const byWords = { of: 'messages', limit: limits.recall.short.hits } as const
  const searches = [{ text, share: 1 }, ...(first?.also ?? []).map((other) => ({ ...other, ...byWords }))]
  const lists = await Promise.all(
    searches.map(async ({ share, ...asked }) => {
      const hits = await index.search(db, ownerId, { ...wanted, ...asked })
      return { hits, share }
    }),
  )
  const hits = fuse(lists)
  const byTurn = groupBy(hits, ({ turnId }) => turnId)
  const texts = new Map((await textsById(db, ownerId, [...byTurn.keys()])).map((turn) => [turn.id, turn]))
  const top = Math.max(...hits.map((hit) => hit.score))
  return [...byTurn].flatMap(([turnId, messages], i) => {
    const turn = texts.get(turnId)
    const [best] = messages
    if (!turn || !(messages.some(isOnWords) || speaksForItself(turn, best, top))) return []
    const { score, parts, weights, ranks = { lexical: i + 1 } } = best
    return [{ turn, score, parts, weights, messages, ranks }]
  })
}

/** Whether a message found only by its neighbours says enough: a greeting between two hits does not. */
function speaksForItself(turn: TurnText, { part, unit, score }: MessageHit, top: number): boolean {
  const said = (part === 'user' ? turn.userText : turn.answer).slice(unit.start, unit.end)
  return (
    score >= limits.recall.neighbourShare * top && contentTerms(said).length >= limits.recall.neighbourTerms
  )
}

const list = (values: (string | number)[]) => values.join(', ')
const unique = <T>(values: readonly T[]) => [...new Set(values)]

/** `turns 1-12 exist`, for a model that asked for another one. */
function existing(last: number): string {
  if (last < 1) return 'there is no earlier turn'
  return last === 1 ? 'only turn 1 exists' : `turns 1-${last} exist`
}
const plural = (values: readonly unknown[]) => (values.length > 1 ? 's' : '')

/** The turns requested by number (on the path) or by their or their context's id (on any branch); notes on others. */
async function asked(query: Recalling) {
  const numbers = await byNumber(query)
  const ids = await byId(query)
  return {
    turns: [...new Map([...numbers.turns, ...ids.turns].map((turn) => [turn.id, turn])).values()],
    notes: [...numbers.notes, ...ids.notes],
  }
}

async function byNumber({ db, ownerId, path, before, request }: Recalling) {
  const numbers = unique(request.turnNumbers ?? [])
  const possible = numbers.filter((number) => number >= 1 && number < before)
  const rows = possible.length ? await textsByNumber(db, ownerId, path, possible) : []
  const turns = possible.flatMap((number) => rows.find((turn) => turn.number === number) ?? [])
  const never = numbers.filter((number) => !possible.includes(number))
  const gone = possible.filter((number) => !turns.some((turn) => turn.number === number))
  const notes: string[] = []
  if (never.length) notes.push(`no turn${plural(never)} ${list(never)}; ${existing(before - 1)}`)
  if (gone.length) notes.push(`turn${plural(gone)} ${list(gone)} no longer in memory`)
  return { turns, notes }
}

/** A summary's id also names the context it summarises. */
const contextIdOf = (id: string) => (id.startsWith('sum_') ? id.slice('sum_'.length) : id)

async function byId(query: Recalling) {
  const { db, ownerId, conversationId, path, before, request, scope = 'owner' } = query
  const ids = unique(request.contextIds ?? [])
  if (ids.length === 0) return { turns: [], notes: [] }
  const ofContexts = await turnsOfContexts(db, ownerId, ids.map(contextIdOf))
  const turnIdOf = (id: string) => ofContexts.get(contextIdOf(id)) ?? id
  const rows = new Map((await textsById(db, ownerId, ids.map(turnIdOf))).map((turn) => [turn.id, turn]))
  const limits = pathLimits(path)
  const allowed = (turn: TurnText) => {
    if (turn.conversationId !== conversationId) return scope === 'owner'
    // On the path, numbers from `before` on are the asking turn and later ones.
    return turn.number < before || turn.number > (limits.get(turn.branchId) ?? 0)
  }
  const turns: TurnText[] = []
  const unknown: string[] = []
  for (const id of ids) {
    const turn = rows.get(turnIdOf(id))
    if (turn && allowed(turn)) turns.push(turn)
    else unknown.push(id)
  }
  return { turns, notes: unknown.length ? [`no context${plural(unknown)} ${list(unknown)}`] : [] }
}
