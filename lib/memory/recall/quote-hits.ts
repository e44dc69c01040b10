import type { Db } from '@/lib/db/engine/client'
import { contextsOfTurns } from '@/lib/db/memory/contexts'
import { answerersOf, sourcesOf, sourcesOfSummaries, whollyImported } from '@/lib/db/memory/outside'
import { summariesOfTurns } from '@/lib/db/memory/summaries'
import { pathLimits } from '@/lib/db/turns/path'
import { limits } from '@/lib/shared/limits'
import type { RecallHit } from '@/lib/shared/turn/events'
import { excerptsFit } from './excerpts'
import type { Passage } from './passage'
import { chipOf, passagesOf } from './passages'
import { type Found, hit, NONE, passage, piecesOf, placesOf, type Shown, said } from './recall-hit'
import { shownOther } from './recall-other-hits'
import type { Other } from './recall-others'
import type { LookedAt, RecallQuery } from './recall-query'

/** What a search found. `missed` turns are listed as near misses and not quoted. */
type Candidates = { turns: readonly Found[]; others: readonly Other[]; missed: readonly Found[] }
type Quoted = { hits: RecallHit[]; nearMisses: RecallHit[]; passages: Passage[]; notes: string[] }

const { excerptChars, leastChars } = limits.recall

/**
 * Hits with passages that fit into the query's budget together, without what the prompt's window contains. What
 * `query.choose` leaves out becomes a near miss.
 */
export async function quoteHits(
  db: Db,
  ownerId: string,
  query: RecallQuery,
  { turns, others, missed }: Candidates,
): Promise<Quoted> {
  const { choose, countTokens } = query
  const turnIds = [...turns, ...missed].map(({ turn }) => turn.id)
  const ofOthers = others.flatMap(({ entry }) => entry.turnId ?? [])
  const contexts = await contextsOfTurns(db, ownerId, [...turnIds, ...ofOthers])
  const onPath = pathLimits(query.path)
  const [pieces, summaries] = await Promise.all([
    piecesOf(db, ownerId, [...turns], contexts),
    summariesOfTurns(
      db,
      ownerId,
      turns.filter((one) => one.weights === NONE).map(({ turn }) => turn.id),
    ),
  ])
  const read = (one: Found): Shown => {
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
      hitOf: (...shown) => hit(one, context, ...shown),
    }
  }
  // Finding what to quote in a context is slow, and most of what is not chosen never needs it.
  const shown = [
    ...turns.map((one) => lazily(() => read(one))),
    ...others
      .map((one) => shownOther(one, contexts.get(one.entry.turnId ?? '')?.id ?? null, onPath))
      .map((one) => () => one),
  ]
  /** From the messages alone. */
  const listed = (one: Found, rank: number) => {
    const { best } = passagesOf(said(one.turn), one.weights, placesOf(one))(excerptChars)
    return hit(one, contexts.get(one.turn.id), rank, best, countTokens(chipOf(best)))
  }
  const lookAt = (one: () => Shown, i: number): LookedAt => {
    const turn = turns[i]
    const passages = lazily(() => one().excerptsIn(excerptChars).own)
    if (turn) return { hit: listed(turn, i + 1), passages }
    const { best } = one().excerptsIn(excerptChars)
    return { hit: one().hitOf(i + 1, best, countTokens(chipOf(best))), passages }
  }
  const looked = choose ? shown.map(lookAt) : []
  const wanted = choose && new Set(choose(looked).map((one) => one.hit.rank))
  const isChosen = (i: number) => wanted?.has(i + 1) ?? true
  const chosen = turns.filter((_, i) => isChosen(i))
  const chosenOthers = others.filter((_, i) => isChosen(turns.length + i))
  const from = await sourceMarker(db, ownerId, chosen, chosenOthers)
  const passages: Passage[] = []
  const budget = query.budgetTokens ?? limits.prompt.sections.recalled
  const fitTogether = excerptsFit(budget, countTokens, query)
  const fits = (own: Passage[]) => own.length === 0 || fitTogether([...passages, ...own])
  const quoted = ({ excerptsIn: piecesIn, hitOf }: Shown, rank: number) => {
    const excerptsIn = (chars: number) => {
      const { best, own } = piecesIn(chars)
      return { best, own: own.filter((one) => !isInWindow(query, one)).map(from) }
    }
    let { best, own } = excerptsIn(excerptChars)
    for (let chars = excerptChars; !fits(own) && chars > leastChars; ) {
      chars /= 2
      own = excerptsIn(chars).own
    }
    if (!fits(own)) own = []
    passages.push(...own)
    return hitOf(rank, best, countTokens(own.map(({ text }) => text).join('\n')))
  }
  const hits = shown.flatMap((one, i) => (isChosen(i) ? quoted(one(), i + 1) : []))
  const leftOut = looked.flatMap((one) => (wanted?.has(one.hit.rank) ? [] : one.hit))
  const further = missed.map((one, i) => listed(one, shown.length + i + 1))
  return {
    hits,
    nearMisses: [...leftOut, ...further].slice(0, limits.recall.nearMisses),
    passages,
    notes: chosen.flatMap(({ turn }) => {
      const at = contexts.get(turn.id)?.droppedAt
      return at ? `the full text of turn ${turn.number} was dropped on ${at.toISOString().slice(0, 10)}` : []
    }),
  }
}

/** Whether the prompt's window contains a passage word for word. */
const isInWindow = ({ shown }: RecallQuery, { turnId, who, text }: Passage) =>
  shown?.window.some(
    (turn) =>
      turn.turnId === turnId &&
      ((who === 'user' && turn.userText.includes(text)) ||
        (who === 'assistant' && turn.answer.includes(text))),
  ) ?? false

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Adds to a passage whether its text came from outside, and the product that answered in an import. */
async function sourceMarker(
  db: Db,
  ownerId: string,
  turns: readonly Found[],
  others: readonly Other[],
): Promise<(passage: Passage) => Passage> {
  const ofOthers = others.flatMap(({ entry }) => entry.turnId ?? [])
  const summaryIds = others.flatMap(({ kind, entry }) => (kind === 'summary' ? entry.refId : []))
  const [sources, ofSummaries, wholly] = await Promise.all([
    sourcesOf(db, ownerId, [...turns.map(({ turn }) => turn.id), ...ofOthers]),
    sourcesOfSummaries(db, ownerId, summaryIds),
    whollyImported(db, ownerId, summaryIds),
  ])
  const importedFrom = new Set([
    ...turns.flatMap(({ turn }) => (turn.messages ? [turn.conversationId] : [])),
    ...others.flatMap(({ kind, entry, hit: { conversationId } }) =>
      kind === 'summary' && wholly.has(entry.refId) ? [conversationId] : [],
    ),
  ])
  const answerers = await answerersOf(db, ownerId, [...importedFrom])
  const withMessages = new Set(turns.flatMap(({ turn }) => (turn.messages ? [turn.id] : [])))
  return (one) => {
    const source = ofSummaries.get(one.other?.id ?? '') ?? sources.get(one.turnId)
    const isPart = one.who === 'file' || one.who === 'tool'
    const named = one.speaker || isPart || (one.who !== 'summary' && !withMessages.has(one.turnId))
    const mixed = one.who === 'summary' && one.other !== undefined && !wholly.has(one.other.id)
    const product = source === 'import' && !named && !mixed ? answerers.get(one.conversationId) : undefined
    return { ...one, source, ...(product ? { product } : {}) }
  }
}
