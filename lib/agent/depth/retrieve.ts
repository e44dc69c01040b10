import { factsFor } from '@/lib/memory/facts/known-facts'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { replacements } from '@/lib/memory/facts/replaced'
import { latest } from '@/lib/memory/facts/timeline'
import { marker } from '@/lib/memory/recall/newer'
import type { Passage } from '@/lib/memory/recall/passage'
import type { Recalled } from '@/lib/memory/recall/recall'
import { recallMemory } from '@/lib/memory/recall/recall-memory'
import {
  factsAnswering,
  isQuestionText,
  isSmallTalk,
  readPart,
  sentencesIn,
} from '@/lib/model/offline/fallbacks'
import { limits } from '@/lib/shared/limits'
import type { RecallSearch } from '@/lib/shared/schemas'
import type { RecallHit } from '@/lib/shared/turn/events'
import { sceneOf } from '../prompt/sections'
import { addPassages, memoryOf, recorded } from '../tools/recorded'
import type { TurnState } from '../turn-state'

const { ofDepth, leastScore } = limits.depth
const { hits: MOST_HITS, nearMisses: MOST_MISSES, keywordChars, maxKeywords } = limits.recall

/** What was found for the message itself. */
type Looked = { request: RecallSearch; found: Recalled }

/**
 * Looks up facts and searches memory for the message itself. It does not depend on the turn's depth, so it
 * runs while a model decides on that. @returns null if nothing is to be looked up.
 */
export async function lookUp(state: TurnState): Promise<Looked | null> {
  const { recallScope, run } = state
  const text = run.turn.userText
  const keywords = sentencesIn(readPart(text))
    .slice(0, maxKeywords)
    .map((sentence) => sentence.slice(0, keywordChars))
  if (recallScope === 'off' || keywords.length === 0 || isSmallTalk(text)) return null
  const request = { keywords }
  const memory = memoryOf(state)
  const facts = await factsFor(memory)
  state.facts = relevantFacts(facts, text)
  state.factTokens = limits.facts.itemTokens * factsAnswering(text, state.facts.map(latest)).size
  state.replacements = replacements(facts)
  return { request, found: await recallMemory({ ...memory, limit: MOST_HITS }, request) }
}

/**
 * Close matches go into the turn's prompts, and the first step shows them as recalled. Earlier questions in
 * the same words are left out.
 */
export function retrieve(state: TurnState, { request, found }: Looked): void {
  const { plan } = state
  const most = ofDepth[plan.depth ?? 'moderate'].retrieved
  const passagesOf = (hit: RecallHit) => found.passages.filter((one) => idOf(one) === idOfHit(hit))
  const telling = found.hits.filter(saysSomething)
  const close = telling.filter((hit) => hit.score >= leastScore && isLiteral(hit)).slice(0, most)
  // A later statement on the same subject as a match, or as one in the window, counts whatever its score.
  const marksOf = marker(sceneOf(state))
  const known = close.flatMap(passagesOf)
  const isLater = (passage: Passage) =>
    !isQuestionText(passage.text) && marksOf([passage, ...known])[0]?.newer !== undefined
  const later = telling.filter((hit) => !close.includes(hit) && passagesOf(hit).some(isLater)).slice(0, most)
  const hits = found.hits.filter((hit) => close.includes(hit) || later.includes(hit))
  if (hits.length === 0) return
  const { recall, ...fresh } = recorded(state, 'prompt', request, {
    ...found,
    hits,
    nearMisses: [...found.hits.filter((hit) => !hits.includes(hit)), ...found.nearMisses].slice(
      0,
      MOST_MISSES,
    ),
    passages: hits.flatMap(passagesOf),
  })
  addPassages(state, { recall, ...fresh })
  state.retrieved.push(recall)
}

/** Excludes hits that only their neighbours matched. */
const isLiteral = ({ words, parts }: RecallHit) =>
  words?.some(({ held }) => held) === true || 'dense' in parts || 'newer' in parts
const saysSomething = ({ kind, excerpt }: RecallHit) => kind !== 'turn' || !isQuestionText(excerpt)
const idOf = ({ other, turnId }: Passage) => other?.id ?? turnId
const idOfHit = ({ kind, turnId, refId }: RecallHit) => (kind === 'turn' ? turnId : refId)
