import { marker } from '@/lib/memory/recall/newer'
import type { Passage } from '@/lib/memory/recall/passage'
import { recallMemory, sceneOf } from '@/lib/memory/recall/recall-memory'
import { isQuestionText, isSmallTalk, readPart, sentencesIn } from '@/lib/model/offline/fallbacks'
import type { RecallHit } from '@/lib/shared/events'
import { limits } from '@/lib/shared/limits'
import { addPassages, memoryOf, recorded } from '../tools/recorded'
import type { TurnState } from '../turn-state'

const { ofDepth, leastScore } = limits.depth
const { hits: MOST_HITS, nearMisses: MOST_MISSES, keywordChars, maxKeywords } = limits.recall

/**
 * Searches memory for the message itself before the first call. What is close enough is in the turn's
 * prompts, and the first step shows it as recalled. Earlier questions in the same words are left out.
 */
export async function retrieve(state: TurnState): Promise<void> {
  const { plan, recallScope, run } = state
  const text = run.turn.userText
  const keywords = sentencesIn(readPart(text))
    .slice(0, maxKeywords)
    .map((sentence) => sentence.slice(0, keywordChars))
  if (recallScope === 'off' || keywords.length === 0 || isSmallTalk(text)) return
  const request = { keywords }
  const memory = memoryOf(state)
  const found = await recallMemory({ ...memory, limit: MOST_HITS }, request)
  const most = ofDepth[plan.depth ?? 'moderate'].retrieved
  const telling = found.hits.filter(saysSomething)
  const close = telling.filter(({ score }) => score >= leastScore).slice(0, most)
  // What was said later counts whatever its own score: it replaces a close statement, or one in the window.
  const marks = marker(sceneOf(memory))(found.passages)
  const later: ReadonlySet<string | null> = new Set(
    found.passages.filter(({ text }, i) => marks[i]?.newer !== undefined && !isQuestionText(text)).map(idOf),
  )
  const newer = telling.filter((hit) => !close.includes(hit) && later.has(idOfHit(hit))).slice(0, most)
  const hits = found.hits.filter((hit) => close.includes(hit) || newer.includes(hit))
  if (hits.length === 0) return
  const ids = new Set(hits.map(idOfHit))
  const passages = found.passages.filter((passage) => ids.has(idOf(passage)))
  const { recall, ...fresh } = recorded(state, 'prompt', request, {
    ...found,
    hits,
    nearMisses: [...found.hits.filter((hit) => !hits.includes(hit)), ...found.nearMisses].slice(
      0,
      MOST_MISSES,
    ),
    passages,
  })
  addPassages(state, { recall, ...fresh })
  state.retrieved.push(recall)
}

const saysSomething = ({ kind, excerpt }: RecallHit) => kind !== 'turn' || !isQuestionText(excerpt)
const idOf = ({ other, turnId }: Passage) => other?.id ?? turnId
const idOfHit = ({ kind, turnId, refId }: RecallHit) => (kind === 'turn' ? turnId : refId)
