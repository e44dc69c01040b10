import type { Db } from '@/lib/db/engine/client'
import { contextsOfTurns } from '@/lib/db/memory/contexts'
import { answerersOf, sourcesOf, sourcesOfSummaries, whollyImported } from '@/lib/db/memory/outside'
import { summariesOfTurns } from '@/lib/db/memory/summaries'
import { pathLimits } from '@/lib/db/turns/path'
import { type TurnText, textsById } from '@/lib/db/turns/turn-texts'
import { lexicalIndexOf, type MemoryIndex } from '@/lib/memory/index/memory-index'
import type { MessageHit } from '@/lib/memory/index/message-hit'
import { contentTerms } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import { recallSearchSchema } from '@/lib/shared/schemas'
import type { RecallHit } from '@/lib/shared/turn/events'
import { asked } from './asked'
import { excerptsFit } from './excerpts'
import { nothingOn } from './in-window'
import { isOnWords, withCorrections, withNewest } from './newest'
import type { Passage } from './passage'
import { chipOf, passagesOf } from './passages'
import { type Found, hit, NONE, passage, piecesOf, placesOf, type Shown, said } from './recall-hit'
import { shownOther } from './recall-other-hits'
import { onlyOf, othersFound, summariesFound } from './recall-others'
import type { RecallQuery } from './recall-query'

/**
 * `note` tells the model what was not found; `notice` tells the person how memory was searched; `error` is
 * for the log.
 */
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
  if (!request.success)
    return done({
      ...nothing,
      note: 'recall needs turnNumbers (whole numbers), contextIds or keywords (lists of texts)',
    })
  try {
    return done(await find(db, ownerId, { ...query, request: request.data }, index))
  } catch (error) {
    return done({
      ...nothing,
      note: 'memory could not be read this time',
      error: error instanceof Error ? error.message : String(error),
    })
  }
}

async function find(db: Db, ownerId: string, query: RecallQuery, index: MemoryIndex): Promise<Looked> {
  const limit = Math.max(0, Math.min(query.limit, limits.recall.hits))
  const { turns, notes } = await asked(db, ownerId, query)
  const { kinds } = query.request
  const ranked = kinds === 'summaries' ? [] : await search(db, ownerId, query, index, turns, limit)
  // A later statement does not answer a question about a given time or conversation.
  const isLimited = Object.keys(onlyOf(query.request)).length > 0
  const places = limit - turns.length
  let byKeyword = ranked
  if (ranked && ranked.length > 0 && !isLimited) {
    const newest = await withNewest(db, ownerId, query, index, ranked, places)
    byKeyword = await withCorrections(db, ownerId, query, newest, places)
  }
  // Turns are found even if files and summaries cannot be read.
  const broken: { error?: string } = {}
  const lookForOthers = () => {
    if (!byKeyword || kinds === 'turns') return []
    if (kinds === 'summaries') return summariesFound(db, ownerId, query, places)
    return othersFound(db, ownerId, query, byKeyword, places)
  }
  const others = await Promise.resolve(lookForOthers()).catch((error: unknown) => {
    broken.error = String(error)
    return []
  })
  if (turns.length > limit) notes.push(`only ${limit} of ${turns.length} turns fit`)
  if (byKeyword?.length === 0 && turns.length + others.length === 0) notes.push(nothingOn(query))
  if (!byKeyword && turns.length === 0 && notes.length === 0)
    notes.push('name turn numbers, context ids or keywords to look for')

  const found: Found[] = [
    ...turns.map((turn) => ({ turn, score: 1, parts: { asked: 1 }, weights: NONE, messages: [] })),
    ...(byKeyword ?? []),
  ]
  const chosen = found.slice(0, limit - others.length)
  const missed = found.slice(chosen.length, chosen.length + limits.recall.nearMisses)
  const chosenIds = chosen.map(({ turn }) => turn.id)
  const ofOthers = others.flatMap(({ entry }) => entry.turnId ?? [])
  const missedIds = missed.map(({ turn }) => turn.id)
  const contexts = await contextsOfTurns(db, ownerId, [...chosenIds, ...missedIds, ...ofOthers])
  for (const { turn } of chosen) {
    const at = contexts.get(turn.id)?.droppedAt
    if (at) notes.push(`the full text of turn ${turn.number} was dropped on ${at.toISOString().slice(0, 10)}`)
  }
  const summaryIds = others.flatMap(({ kind, entry }) => (kind === 'summary' ? entry.refId : []))
  const [sources, ofSummaries, wholly] = await Promise.all([
    sourcesOf(db, ownerId, [...chosenIds, ...ofOthers]),
    sourcesOfSummaries(db, ownerId, summaryIds),
    whollyImported(db, ownerId, summaryIds),
  ])
  const importedFrom = new Set([
    ...chosen.flatMap(({ turn }) => (turn.messages ? [turn.conversationId] : [])),
    ...others.flatMap(({ kind, entry, hit }) =>
      kind === 'summary' && wholly.has(entry.refId) ? [hit.conversationId] : [],
    ),
  ])
  const answerers = await answerersOf(db, ownerId, [...importedFrom])
  const withMessages = new Set(chosen.flatMap(({ turn }) => (turn.messages ? [turn.id] : [])))
  const from = (one: Passage) => {
    const source = ofSummaries.get(one.other?.id ?? '') ?? sources.get(one.turnId)
    const isPart = one.who === 'file' || one.who === 'tool'
    const named = one.speaker || isPart || (one.who !== 'summary' && !withMessages.has(one.turnId))
    const mixed = one.who === 'summary' && one.other !== undefined && !wholly.has(one.other.id)
    const product = source === 'import' && !named && !mixed ? answerers.get(one.conversationId) : undefined
    return { ...one, source, ...(product ? { product } : {}) }
  }
  const pieces = await piecesOf(db, ownerId, chosen, contexts)
  const byNumber = chosen.filter((one) => one.weights === NONE).map(({ turn }) => turn.id)
  const summaries = await summariesOfTurns(db, ownerId, byNumber)
  const onPath = pathLimits(query.path)
  const shown: Shown[] = [
    ...chosen.map((one): Shown => {
      const context = contexts.get(one.turn.id)
      const within = passagesOf(pieces.get(one.turn.id) ?? said(one.turn), one.weights, placesOf(one))
      return {
        excerptsIn: (chars) => {
          const { excerpts, best, cut } = within(chars)
          const text = cut ? summaries.get(one.turn.id)?.text : undefined
          const summary = text ? [{ who: 'summary' as const, title: '', text }] : []
          const own = [...summary, ...excerpts].map((excerpt) => passage(one, context, onPath, excerpt))
          return { best, own }
        },
        hitOf: (rank, best, tokens) => hit(one, context, rank, best, tokens),
      }
    }),
    ...others.map((one) => shownOther(one, contexts.get(one.entry.turnId ?? '')?.id ?? null, onPath)),
  ]
  const passages: Passage[] = []
  const budget = query.budgetTokens ?? limits.prompt.sections.recalled
  const fitTogether = excerptsFit(budget, query.countTokens, query)
  const fits = (own: Passage[]) => own.length === 0 || fitTogether([...passages, ...own])
  const hits = shown.map(({ excerptsIn: piecesIn, hitOf }, i) => {
    const excerptsIn = (chars: number) => {
      const { best, own } = piecesIn(chars)
      return { best, own: own.map(from) }
    }
    let { best, own } = excerptsIn(limits.recall.excerptChars)
    for (let chars = limits.recall.excerptChars; !fits(own) && chars > limits.recall.leastChars; ) {
      chars /= 2
      own = excerptsIn(chars).own
    }
    if (!fits(own)) own = []
    passages.push(...own)
    return hitOf(i + 1, best, query.countTokens(own.map(({ text }) => text).join('\n')))
  })
  const nearMisses = missed.map((one, i) => {
    const { best } = passagesOf(said(one.turn), one.weights, placesOf(one))(limits.recall.excerptChars)
    return hit(one, contexts.get(one.turn.id), limit + i + 1, best, query.countTokens(chipOf(best)))
  })
  return { hits, nearMisses, note: notes.join('; '), passages, ...broken }
}

/** Keyword hits for the remaining places and for near misses; null without keywords. */
async function search(
  db: Db,
  ownerId: string,
  query: RecallQuery,
  index: MemoryIndex,
  turns: TurnText[],
  limit: number,
): Promise<Found[] | null> {
  const text = (query.request.keywords ?? []).join(' ').trim()
  if (!text) return null
  const { conversationId, path, before, scope = 'owner' } = query
  const only = onlyOf(query.request)
  const skip = new Set(turns.map((turn) => turn.id))
  const hits = await index.search(db, ownerId, {
    text,
    conversationId,
    path,
    before,
    scope,
    skip,
    limit: Math.max(0, limit - turns.length) + limits.recall.nearMisses,
    ...(Object.keys(only).length ? { only } : {}),
  })
  const byTurn = new Map<string, MessageHit[]>()
  for (const hit of hits) byTurn.set(hit.turnId, [...(byTurn.get(hit.turnId) ?? []), hit])
  const texts = new Map((await textsById(db, ownerId, [...byTurn.keys()])).map((turn) => [turn.id, turn]))
  const top = Math.max(...hits.map((hit) => hit.score))
  return [...byTurn].flatMap(([turnId, messages], i) => {
    const turn = texts.get(turnId)
    const [best] = messages
    if (!turn || !best) return []
    const matches = messages.some(isOnWords)
    if (!matches && !speaksForItself(turn, best, top)) return []
    const { score, parts, weights, ranks = { lexical: i + 1 } } = best
    return [{ turn, score, parts, weights, messages, ranks }]
  })
}

/**
 * Whether a message found only by its neighbours says enough to be shown: a greeting between two hits does
 * not.
 */
function speaksForItself(turn: TurnText, { part, unit, score }: MessageHit, top: number): boolean {
  const said = (part === 'user' ? turn.userText : turn.answer).slice(unit.start, unit.end)
  return (
    score >= limits.recall.neighbourShare * top && contentTerms(said).length >= limits.recall.neighbourTerms
  )
}
