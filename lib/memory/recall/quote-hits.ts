import type { Db } from '@/lib/db/engine/client'
import type { ContextPart } from '@/lib/db/memory/context-parts'
import { contextsOfTurns } from '@/lib/db/memory/contexts'
import { answerersOf, sourcesOf, sourcesOfSummaries, whollyImported } from '@/lib/db/memory/outside'
import { summariesOfTurns } from '@/lib/db/memory/summaries'
import { pathLimits } from '@/lib/db/turns/path'
import type { ContextPieces } from '@/lib/memory/context/context'
import { limits } from '@/lib/shared/limits'
import type { RecallHit } from '@/lib/shared/turn/events'
import { excerptsFit } from './excerpts'
import type { Passage } from './passage'
import { chipOf, type Excerpts, passagesOf } from './passages'
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
  const contextOf = (one: Found) => contexts.get(one.turn.id)
  const passageOf = (one: Found) => (excerpt: Parameters<typeof passage>[3]) =>
    passage(one, contextOf(one), onPath, excerpt)
  const withinOf = (one: Found, pieces?: ContextPieces) =>
    passagesOf(pieces ?? said(one.turn), one.weights, placesOf(one))
  const shownOthers = others.map((one) =>
    shownOther(one, contexts.get(one.entry.turnId ?? '')?.id ?? null, onPath),
  )
  // What tools returned is most of a context, and most of what is looked at is not chosen.
  const files = choose ? await piecesOf(db, ownerId, turns, contexts, isFile) : null
  const listed = (one: Found, rank: number, { best }: Excerpts): RecallHit =>
    hit(one, contextOf(one), rank, best, countTokens(chipOf(best)))
  const lookAt = (one: Found, i: number): LookedAt => {
    const saying = withinOf(one)(excerptChars)
    const own = files?.get(one.turn.id) ?? []
    return {
      hit: listed(one, i + 1, saying),
      passages: lazily(() => {
        const whole = own.length ? withinOf(one, [...said(one.turn), ...own])(excerptChars) : saying
        return whole.excerpts.map(passageOf(one))
      }),
    }
  }
  const lookAtOther = ({ excerptsIn, hitOf }: Shown, i: number): LookedAt => {
    const { best, own } = excerptsIn(excerptChars)
    return { hit: hitOf(turns.length + i + 1, best, countTokens(chipOf(best))), passages: () => own }
  }
  const looked = choose ? [...turns.map(lookAt), ...shownOthers.map(lookAtOther)] : []
  const wanted = choose && new Set(choose(looked).map((one) => one.hit.rank))
  const isChosen = (i: number) => wanted?.has(i + 1) ?? true
  const chosen = turns.filter((_, i) => isChosen(i))
  const chosenOthers = others.filter((_, i) => isChosen(turns.length + i))
  const [from, pieces, summaries] = await Promise.all([
    sourceMarker(db, ownerId, chosen, chosenOthers),
    piecesOf(db, ownerId, chosen, contexts),
    summariesOfTurns(
      db,
      ownerId,
      chosen.filter((one) => one.weights === NONE).map(({ turn }) => turn.id),
    ),
  ])
  const read = (one: Found): Shown => {
    const within = withinOf(one, pieces.get(one.turn.id))
    return {
      excerptsIn: (chars) => {
        const { excerpts, best, cut } = within(chars)
        const text = cut ? summaries.get(one.turn.id)?.text : undefined
        const summary = text ? [{ who: 'summary' as const, title: '', text }] : []
        return { best, own: [...summary, ...excerpts].map(passageOf(one)) }
      },
      hitOf: (...shown) => hit(one, contextOf(one), ...shown),
    }
  }
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
  const hits = [
    ...turns.flatMap((one, i) => (isChosen(i) ? quoted(read(one), i + 1) : [])),
    ...shownOthers.flatMap((one, i) => (isChosen(turns.length + i) ? quoted(one, turns.length + i + 1) : [])),
  ]
  const leftOut = looked.flatMap((one) => (wanted?.has(one.hit.rank) ? [] : one.hit))
  const further = missed.map((one, i) =>
    listed(one, turns.length + others.length + i + 1, withinOf(one)(excerptChars)),
  )
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

const isFile = ({ who }: ContextPart) => who === 'file'

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
