import { showTurns } from '@/lib/agent/prompt/citations'
import { alreadyShown, nowOf, quotedPassages } from '@/lib/agent/prompt/sections'
import { lexicalIndexOf, type MemoryIndex } from '@/lib/memory/index/memory-index'
import { denseIndex } from '@/lib/memory/recall/dense-index'
import type { Recalled } from '@/lib/memory/recall/recall'
import type { MemoryContext, Passage } from '@/lib/memory/recall/recall-query'
import { pick } from '@/lib/shared/pick'
import type { RecallSearch } from '@/lib/shared/schemas'
import type { Recall } from '@/lib/shared/turn/events'
import { noteEmbedding, queueEmbedding } from '../step/ledger'
import { roleOf, type TurnState } from '../turn-state'

/** `passages` = those that the turn's prompts do not contain yet. */
export type RecallRun = { recall: Recall; passages: Passage[] }

/** Whether two searches found the same piece. */
export const isSamePassage = (a: Passage, b: Passage) =>
  a.turnId === b.turnId && a.who === b.who && a.text === b.text

export const memoryContextOf = (state: TurnState): MemoryContext => {
  const { deps, run, plan, recallScope } = state
  const { ownerId, conversationId, number } = run.turn
  return {
    db: deps.db,
    ownerId,
    scope: { reach: recallScope, conversation: { id: conversationId, path: run.path, before: number } },
    index: indexFor(state),
    limit: plan.maxRecallContexts,
    now: () => run.turn.createdAt,
    zone: state.zone,
    countTokens: deps.countTokens,
    shown: alreadyShown(state),
    labels: state.labels,
    nowOf: (passage) => nowOf(passage, state),
    withoutHealth: state.settings.get('provider.withoutHealth').value && isModel(state),
  }
}
/** Whether a language model answers, not the built-in engine. */
const isModel = ({ deps, plan }: TurnState) => !deps.models.describe(roleOf(plan)).offline

/** Searches by words, and by meaning if there is an embedding model. */
function indexFor(state: TurnState): MemoryIndex {
  const { deps, run } = state
  const { embedder } = deps.models
  if (!embedder) return lexicalIndexOf()
  return denseIndex(embedder, {
    signal: run.signal,
    spent: (text, call) => noteEmbedding(state, embedder, text, call),
    missing: (dims) => queueEmbedding(deps.db, deps.runtime, run.turn.ownerId, embedder, dims),
  })
}

/** The recall of a search, numbered. The step that shows it reports it. */
export function newRecall(state: TurnState, source: string, request: RecallSearch, found: Recalled) {
  const { deps, run: turn } = state
  if (found.error) deps.log('a recall broke', { turnId: turn.turn.id, error: found.error })
  const recall: Recall = {
    id: deps.runtime.id('rec'),
    index: state.nextRecallIndex++,
    source,
    request,
    // Rounded up, it could be longer than the tool around it.
    ms: Math.floor(found.ms),
    ...pick(found, 'engine hits nearMisses note'),
    ...(found.notice ? { notice: found.notice } : {}),
  }
  // A file is cited by the turn in its item.
  const ofFiles = found.passages.filter((passage) => passage.other?.file !== undefined)
  const turns = ofFiles.map(({ turnId }) => ({ kind: 'turn', id: turnId }) as const)
  showTurns(state.shownTurns, turns)
  const seen = [...quotedPassages(state, isModel(state)), ...state.exchangedPassages]
  const known = (passage: Passage) => seen.find((other) => isSamePassage(passage, other))
  for (const passage of found.passages) known(passage)?.recallIds.push(recall.id)
  return { recall, passages: found.passages.filter((passage) => !known(passage)) }
}
