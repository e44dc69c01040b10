import { laterThan } from '@/lib/memory/recall/newer'
import type { Passage } from '@/lib/memory/recall/passage'
import type { Recalled } from '@/lib/memory/recall/recall'
import { recallMemory } from '@/lib/memory/recall/recall-memory'
import type { LookedAt } from '@/lib/memory/recall/recall-query'
import { isQuestionText, isSmallTalk, readPart, sentencesIn } from '@/lib/model/offline/fallbacks'
import { limits } from '@/lib/shared/limits'
import type { RecallSearch } from '@/lib/shared/schemas'
import type { RecallHit } from '@/lib/shared/turn/events'
import { sceneOf } from '../prompt/sections'
import { addPassages, memoryContextOf, newRecall } from '../tools/new-recall'
import type { TurnState } from '../turn-state'

const { ofDepth, leastScore } = limits.depth
const mostOf = ({ plan }: TurnState) => ofDepth[plan.depth ?? 'moderate'].retrieved
const MOST_QUOTED = Math.max(...Object.values(ofDepth).map(({ retrieved }) => retrieved))
const { hits: MOST_HITS, nearMisses: MOST_MISSES, keywordChars, maxKeywords } = limits.recall

/** What was found for the message itself. */
type Looked = { request: RecallSearch; found: Recalled }

/**
 * Searches memory for the message itself. It does not depend on the turn's depth, so it
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
  const memory = memoryContextOf(state)
  const laterOf = laterThan(sceneOf(state))
  // A model may still be deciding on the depth.
  const most = () => (state.plan.classified ? mostOf(state) : MOST_QUOTED)
  const choose = (hits: readonly LookedAt[]) => worthQuoting(hits, laterOf, most())
  return { request, found: await recallMemory({ ...memory, limit: MOST_HITS }, request, choose) }
}

/** Close matches go into the turn's prompts, and the first step shows them as recalled. */
export function retrieve(state: TurnState, { request, found }: Looked): void {
  const all = found.hits.map((hit) => ({ hit, passages: () => found.passages.filter(isOf(hit)) }))
  const quoted = worthQuoting(all, laterThan(sceneOf(state)), mostOf(state))
  if (quoted.length === 0) return
  const hits = quoted.map(({ hit }) => hit)
  const { recall, ...fresh } = newRecall(state, 'prompt', request, {
    ...found,
    hits,
    nearMisses: [...found.hits.filter((hit) => !hits.includes(hit)), ...found.nearMisses].slice(
      0,
      MOST_MISSES,
    ),
    passages: quoted.flatMap(({ passages }) => passages()),
  })
  addPassages(state, { recall, ...fresh })
  state.retrieved.push(recall)
}

/**
 * The best `most` close matches, and as many statements made later on the same subject as one of them or as
 * one in the window, whatever their score. Earlier questions in the same words are left out.
 */
function worthQuoting<L extends LookedAt>(
  all: readonly L[],
  laterOf: ReturnType<typeof laterThan>,
  most: number,
): L[] {
  const telling = all.filter(saysSomething)
  const close = telling.filter(({ hit }) => hit.score >= leastScore && isLiteral(hit)).slice(0, most)
  const saysLater = laterOf(close.flatMap(({ passages }) => passages()))
  const isLater = (passage: Passage) => saysLater(passage) && !isQuestionText(passage.text)
  const chosen = new Set(close)
  for (const one of telling)
    if (chosen.size < close.length + most && !chosen.has(one) && one.passages().some(isLater)) chosen.add(one)
  return all.filter((one) => chosen.has(one))
}

/** Excludes hits that only their neighbours matched. */
const isLiteral = ({ words, parts }: RecallHit) =>
  words?.some(({ held }) => held) === true || 'dense' in parts || 'newer' in parts
const saysSomething = ({ hit: { kind, excerpt } }: LookedAt) => kind !== 'turn' || !isQuestionText(excerpt)
const isOf =
  ({ kind, turnId, refId }: RecallHit) =>
  (passage: Passage) =>
    (passage.other?.id ?? passage.turnId) === (kind === 'turn' ? turnId : refId)
