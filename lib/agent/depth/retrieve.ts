import { isQuestionText, isSmallTalk } from '@/lib/heuristics/question'
import { edgesOf, READ_CHARS } from '@/lib/heuristics/text/edges'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { contentWords } from '@/lib/heuristics/text/words'
import type { Recalled } from '@/lib/memory/recall/recall'
import { recallMemory } from '@/lib/memory/recall/recall-memory'
import type { LookedAt, Passage, SearchText } from '@/lib/memory/recall/recall-query'
import { contentTerms, isAsking } from '@/lib/memory/text/terms'
import { rarityInLanguage } from '@/lib/model/tokens'
import { limits } from '@/lib/shared/limits'
import type { RecallSearch } from '@/lib/shared/schemas'
import { CONTINUE } from '@/lib/shared/turn/continue'
import type { RecallHit } from '@/lib/shared/turn/events'
import { FIRST_NOTE } from '../prompt/sections'
import { memoryContextOf, newRecall } from '../tools/new-recall'
import type { TurnState } from '../turn-state'

const { asked, told, weakMost, answered, inPassing } = limits.depth.first
const { hits: MOST_HITS, nearMisses: MOST_MISSES, neighbourTerms, short } = limits.recall

type Looked = { request: RecallSearch; found: Recalled }

/** Searches memory for the message itself. @returns null if nothing is to be looked up. */
export async function firstSearch(state: TurnState): Promise<Looked | null> {
  const { recallScope, run } = state
  const text = run.turn.userText
  const { keywords, also } = searchesFor(text)
  if (recallScope === 'off' || keywords.length === 0 || isSmallTalk(text) || text === CONTINUE) return null
  const request = { keywords }
  const memory = memoryContextOf(state)
  const first = { also, choose: chooserFor(text) }
  const budgetTokens = short.tokens - memory.countTokens(FIRST_NOTE)
  const found = await recallMemory({ ...memory, limit: MOST_HITS }, request, { first, budgetTokens })
  return { request, found }
}

/** Puts the hits worth quoting into the turn's prompts; the first step shows them as recalled. */
export function retrieve(state: TurnState, { request, found }: Looked): void {
  const hits = worthIt(state, found.hits)
  if (hits.length === 0) return
  const others = found.hits.filter((hit) => !hits.includes(hit))
  const { recall, passages } = newRecall(state, 'prompt', request, {
    ...found,
    hits,
    nearMisses: [...others, ...found.nearMisses].slice(0, MOST_MISSES),
    passages: found.passages.filter((passage) => hits.some((hit) => isOf(hit)(passage))),
  })
  state.passages.push(...passages.map((passage) => ({ ...passage, recallIds: [recall.id] })))
  // The prompt shows all of it anyway.
  if (passages.length === 0) state.exchangedRecalls.push(recall.id)
  state.retrieved.push(recall)
}

const topOf = (hits: readonly { score: number }[]) => Math.max(0, ...hits.map(({ score }) => score))

/**
 * Facts hold what a single word in passing would bring, and where they answer the message, only what is nearest is
 * needed as well.
 */
function worthIt({ plan, known, factTokens }: TurnState, hits: readonly RecallHit[]): RecallHit[] {
  const top = topOf(hits)
  const [share, most] = factTokens > 0 ? [answered.share, answered.hits] : [0, MOST_HITS]
  return hits
    .filter((hit) => hit.score >= top * share && (known.length === 0 || !isInPassing(hit, top)))
    .slice(0, plan.depth === 'simple' ? 1 : most)
}

/** Whether a hit is far from the best one and only holds one common word of the message. */
function isInPassing({ score, words = [], parts }: RecallHit, top: number): boolean {
  const held = words.filter((one) => one.held && !isAsking(one.word))
  const isCommon = held.length === 1 && rarityInLanguage(held[0]?.word ?? '') < inPassing.rarity
  return (
    isCommon &&
    score < top * inPassing.share &&
    !('neighbours' in parts || 'dense' in parts || 'newer' in parts)
  )
}

/**
 * Chooses the close matches; without any the few best that hold a telling word of the message. Earlier questions
 * in the same words are left out.
 */
export function chooserFor(message: string) {
  const tells = saysMore(message)
  const { closeScore, share } = isQuestionText(message) ? asked : told
  return (all: readonly LookedAt[]): LookedAt[] => {
    const telling = all.filter(tells)
    const literal = telling.filter(isLiteral)
    const top = topOf(literal.map(({ hit }) => hit))
    // The text next to a close match may be its answer.
    const [found, most] = top < closeScore ? [literal, weakMost] : [telling, MOST_HITS]
    return top > 0 ? found.filter(({ hit }) => hit.score >= top * share).slice(0, most) : []
  }
}

/** Excludes hits that only their neighbours matched. */
const isLiteral = ({ hit: { words, parts } }: LookedAt) =>
  words?.some(({ word, held }) => held && !isAsking(word)) === true || 'dense' in parts || 'newer' in parts

/** Excludes turns that only ask, unless they say more than the message. */
function saysMore(message: string): (one: LookedAt) => boolean {
  const known = new Set(contentTerms(edgesOf(message, READ_CHARS)).map(({ key }) => key))
  const saysNew = (text: string) =>
    contentTerms(text).filter(({ key }) => !known.has(key)).length > neighbourTerms
  const tells = ({ who, text }: Passage) => who !== 'assistant' && (!isQuestionText(text) || saysNew(text))
  return ({ hit: { kind, place }, passages }) =>
    kind !== 'turn' || place?.part === 'assistant' || passages.some(tells)
}

const isOf =
  ({ kind, turnId, refId }: RecallHit) =>
  (passage: Passage) =>
    (passage.other?.id ?? passage.turnId) === (kind === 'turn' ? turnId : refId)

const { keywordChars, maxKeywords } = limits.recall

/**
 * What memory is searched by for a message: its sentences, and without question words and filler the words that
 * tell what it is about, and the names and numbers among them.
 */
export function searchesFor(message: string): { keywords: string[]; also: SearchText[] } {
  const keywords = sentencesOf(edgesOf(message))
    .slice(0, maxKeywords)
    .map((sentence) => sentence.slice(0, keywordChars))
  const telling = keywords.flatMap((sentence) =>
    contentWords(sentence).filter(({ lower }) => !isAsking(lower)),
  )
  // The first word of a sentence is capitalised anyway.
  const names = telling.filter(({ text, at }) => /\p{N}/u.test(text) || (at > 0 && /^\p{Lu}/u.test(text)))
  return {
    keywords,
    also: [telling, names]
      .filter((words, i) => words.length > 0 && (i === 0 || words.length < telling.length))
      .map((words) => ({
        text: words.map(({ text }) => text).join(' '),
        share: words.length / telling.length,
      })),
  }
}
