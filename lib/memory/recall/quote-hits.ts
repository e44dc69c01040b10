import { contentPath } from '@/lib/db/memory/context-parts'
import { contextsOfTurns } from '@/lib/db/memory/contexts'
import { answerersOf, outsideSources, sourcesOfSummaries } from '@/lib/db/memory/outside'
import { summariesOfTurns } from '@/lib/db/memory/summaries'
import type { ContextPiece } from '@/lib/memory/context/context'
import { fileEntryId } from '@/lib/memory/search/searched-text'
import { contentTerms } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import { speakerNamed } from '@/lib/shared/speakers'
import type { RecallHit } from '@/lib/shared/turn/events'
import { excerptsFit } from './excerpts'
import { isOnWords } from './newest'
import { bestStretch, chipOf, passagesOf, type Stretch, weighingOnce } from './passages'
import {
  type FoundTurn,
  filesNow,
  hit,
  NONE,
  passage,
  type Quotable,
  recalledPieces,
  said,
  unitPlacesOf,
} from './recall-hit'
import { type Other, shownOther } from './recall-others'
import type { LookedAt, Passage, Recalling, RecallQuery } from './recall-query'

/** What a search found. `missed` turns are listed as near misses and not quoted. */
type Candidates = { turns: readonly FoundTurn[]; others: readonly Other[]; missed: readonly FoundTurn[] }

const { excerptChars, leastChars, neighbourTerms, short } = limits.recall

/**
 * Hits with passages that fit into the query's budget together, without what the prompt's window contains. What
 * `query.first` leaves out becomes a near miss.
 */
export async function quoteHits(query: Recalling, { turns, others, missed }: Candidates) {
  const { db, ownerId, first } = query
  const tokensOf = (best: string) => query.countTokens(chipOf(best))
  const ofOthers = others.flatMap(({ entry }) => entry.turnId ?? [])
  const turnIds = [...turns, ...missed].map(({ turn }) => turn.id)
  const contexts = await contextsOfTurns(db, ownerId, [...turnIds, ...ofOthers])
  const reader = newReader()
  const read = await (first ? readShortly : readTurns)(query, turns, contexts, reader)
  const hitOf = (one: FoundTurn, ...shown: Parameters<Quotable['hitOf']>) =>
    hit(one, contexts.get(one.turn.id), ...shown)
  const contextOf = ({ entry }: Other) => contexts.get(entry.turnId ?? '')?.id ?? null
  const all: Quotable[] = [
    ...turns.map((one) => ({
      isAsked: one.weights === NONE,
      excerptsIn: read(one),
      hitOf: hitOf.bind(null, one),
    })),
    ...others.map((one) => shownOther(one, contextOf(one), first !== undefined)),
  ]
  const looked = (first ? all : []).map(({ excerptsIn, hitOf }, i): LookedAt => {
    const { best, own } = excerptsIn(short.foundChars)
    return { hit: hitOf(i + 1, best, tokensOf(best)), passages: own }
  })
  const wanted = first && new Set(first.choose(looked).map(({ hit }) => hit.rank))
  const isChosen = (_: unknown, i: number) => wanted?.has(i + 1) ?? true
  const chosen = turns.filter(isChosen)
  const chosenOthers = others.filter((one, i) => isChosen(one, turns.length + i))
  const { quote, passages } = quoter(query, await sourceMarker(query, chosen, chosenOthers))
  const hits = all.flatMap((one, i) => (isChosen(one, i) ? quote(one, i + 1) : []))
  const leftOut = looked.flatMap(({ hit }) => (wanted?.has(hit.rank) ? [] : hit))
  const further = missed.map((one, i) => {
    const { best } = reader.pieces(one)(excerptChars)
    return hitOf(one, all.length + i + 1, best, tokensOf(best))
  })
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

type Contexts = Awaited<ReturnType<typeof contextsOfTurns>>
type Reader = ReturnType<typeof newReader>
/** Reads found turns, from their messages or from pieces of their contexts; each text once. */
function newReader() {
  const weighed = weighingOnce()
  return {
    pieces: (one: FoundTurn, of: ContextPiece[] = said(one.turn)) =>
      passagesOf(of, one.weights, unitPlacesOf(one), weighed),
    stretch: (one: FoundTurn, piece: ContextPiece, chars: number) =>
      bestStretch(piece, one.weights, unitPlacesOf(one), chars, weighed),
  }
}
type Read = (one: FoundTurn) => Quotable['excerptsIn']

/** Request, answer and one excerpt of a file that is still so: what turns are quoted by in a first search. */
async function readShortly(
  query: Recalling,
  turns: readonly FoundTurn[],
  contexts: Contexts,
  reader: Reader,
): Promise<Read> {
  const files = await filesNow(query, turns, contexts)
  const top = Math.max(0, ...turns.map(({ score }) => score))
  return (one) => {
    const onWords = new Set<string>(['file', ...one.messages.filter(isOnWords).map(({ part }) => part)])
    // An answer repeats the person's words, unless both sides are named people.
    const telling = one.messages.filter((hit, i) => i === 0 || speakerNamed(hit) !== null)
    const found = new Set<string>(telling.map(({ part }) => part))
    const share = one.score < top * short.closeShare ? short.farShare : 1
    const tells = ({ excerpt: { who, text }, score }: Stretch) =>
      who === 'user' || (score > 0 && (onWords.has(who) || contentTerms(text).length >= neighbourTerms))
    const { best } = reader.pieces(one)(excerptChars)
    return (chars) => {
      const stretches = (pieces: ContextPiece[]) =>
        pieces.flatMap((piece) => {
          const isFound = found.has(piece.who) || piece.who === 'file'
          const most = isFound ? chars * share : Math.min(chars, short.otherChars)
          return reader.stretch(one, piece, most) ?? []
        })
      const [file] = stretches(files.get(one.turn.id) ?? []).sort((a, b) => b.score - a.score)
      const all = [...stretches(said(one.turn)), ...(file ? [file] : [])].filter(tells)
      return { best, own: all.map(({ excerpt }) => passage(one, excerpt)) }
    }
  }
}

/** Reads the contexts of turns, and the summaries of those that were asked for by number or id. */
async function readTurns(
  query: Recalling,
  turns: readonly FoundTurn[],
  contexts: Contexts,
  reader: Reader,
): Promise<Read> {
  const asked = turns.filter((one) => one.weights === NONE).map(({ turn }) => turn.id)
  const [pieces, summaries, files] = await Promise.all([
    recalledPieces(query, turns, contexts),
    summariesOfTurns(query.db, query.ownerId, asked),
    filesNow(query, turns, contexts),
  ])
  return (one) => {
    const within = reader.pieces(one, pieces.get(one.turn.id))
    const now = new Set(files.get(one.turn.id)?.map(({ title }) => title))
    const dated = (passage: Passage): Passage =>
      contentPath(passage) !== undefined && !now.has(passage.title) ? { ...passage, outdated: true } : passage
    return (chars) => {
      const { excerpts, best, cut } = within(chars)
      const text = cut ? summaries.get(one.turn.id)?.text : undefined
      const summary = text ? [{ who: 'summary' as const, title: '', text }] : []
      return { best, own: [...summary, ...excerpts].map((excerpt) => dated(passage(one, excerpt))) }
    }
  }
}

/** About as many as a text in English has. */
const CHARS_A_TOKEN = 4

/** Quotes one after the other, each as long as fits beside those before it. `from` names their sources. */
function quoter(query: RecallQuery, from: (passage: Passage) => Passage) {
  const passages: Passage[] = []
  const said: string[] = []
  const budget = query.budgetTokens ?? limits.prompt.sections.recalled
  const fitTogether = excerptsFit(budget, query.countTokens, query)
  const fits = (own: Passage[]) => own.length === 0 || fitTogether([...passages, ...own])
  const quote = ({ excerptsIn: piecesIn, hitOf, isAsked }: Quotable, rank: number): RecallHit => {
    const excerptsIn = (chars: number) => {
      const { best, own } = piecesIn(chars)
      const texts = own.map(({ text }) => (query.first ? plain(text) : ''))
      const isSaid = (text: string, i: number) =>
        [...said, ...texts.slice(0, i)].some((other) => text !== '' && other.includes(text))
      const isNew = (one: Passage, i: number) => !isShown(query, one) && !isSaid(texts[i] ?? '', i)
      return { best, own: own.filter(isNew).map(from) }
    }
    const most = query.first ? short.foundChars : isAsked ? budget * CHARS_A_TOKEN : excerptChars
    let { best, own } = excerptsIn(most)
    for (let chars = most; !fits(own) && chars > leastChars; ) {
      chars /= 2
      own = excerptsIn(chars).own
    }
    if (!fits(own)) own = []
    passages.push(...own)
    said.push(...own.map(({ text }) => plain(text)))
    return hitOf(rank, best, query.countTokens(own.map(({ text }) => text).join('\n')))
  }
  return { quote, passages }
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

/** Whether the prompt contains a passage anyway: word for word in its window, or as a whole file. */
function isShown({ shown, first }: RecallQuery, passage: Passage): boolean {
  const { turnId, conversationId, who, text } = passage
  const path = contentPath(passage)
  // A first search quotes files as they are now, as the workspace does.
  if (path !== undefined)
    return first !== undefined && !!shown?.files.has(fileEntryId({ conversationId, path }))
  return (
    shown?.window.some(
      (turn) =>
        turn.turnId === turnId &&
        ((who === 'user' && turn.userText.includes(text)) ||
          (who === 'assistant' && turn.answer.includes(text))),
    ) ?? false
  )
}

/** Adds to a passage whether its text came from outside, and the product that answered in an import. */
async function sourceMarker(
  { db, ownerId }: Recalling,
  turns: readonly FoundTurn[],
  others: readonly Other[],
) {
  const ofOthers = others.flatMap(({ entry }) => entry.turnId ?? [])
  const summaryIds = others.flatMap(({ kind, entry }) => (kind === 'summary' ? entry.refId : []))
  const [sources, ofSummaries] = await Promise.all([
    outsideSources(db, ownerId, [...turns.map(({ turn }) => turn.id), ...ofOthers]),
    sourcesOfSummaries(db, ownerId, summaryIds),
  ])
  const importedFrom = new Set([
    ...turns.flatMap(({ turn }) => (turn.messages ? [turn.conversationId] : [])),
    ...others.flatMap(({ kind, entry, hit: { conversationId } }) =>
      kind === 'summary' && ofSummaries.get(entry.refId)?.wholly ? [conversationId] : [],
    ),
  ])
  const answerers = await answerersOf(db, ownerId, [...importedFrom])
  const withMessages = new Set(turns.flatMap(({ turn }) => (turn.messages ? [turn.id] : [])))
  return (one: Passage): Passage => {
    const summary = ofSummaries.get(one.other?.id ?? '')
    const source = summary?.source ?? sources.get(one.turnId)
    const isPart = one.who === 'file' || one.who === 'tool'
    const named = one.speaker || isPart || (one.who !== 'summary' && !withMessages.has(one.turnId))
    const mixed = one.who === 'summary' && one.other !== undefined && !summary?.wholly
    const product = source === 'import' && !named && !mixed ? answerers.get(one.conversationId) : undefined
    return { ...one, source, ...(product ? { product } : {}) }
  }
}
