import { denseIndex } from '@/lib/memory/dense-index'
import { excerptItems, RECALLED_NOTE } from '@/lib/memory/excerpts'
import { lexicalIndexOf, type MemoryIndex } from '@/lib/memory/index/memory-index'
import { type Passage, recall } from '@/lib/memory/recall'
import type { ModelToolCall } from '@/lib/model/types'
import { build } from '@/lib/prompts/fence'
import type { Recall } from '@/lib/shared/events'
import { recallRequestSchema } from '@/lib/shared/schemas'
import { backgroundOf, embedEverything } from './job-embed'
import { sceneOf } from './sections'
import { noteRecalled } from './shown-turns'
import type { TurnState } from './turn-state'

export type Recalled = { recall: Recall; passages: Passage[]; fresh: boolean }

/** Looks history up for a tool call and shows it as it comes. A bad request is an answer the model sees, never an exception. */
export async function runRecall(
  state: TurnState,
  step: number,
  args: unknown,
  source: string,
): Promise<Recalled> {
  const { run, deps, plan } = state
  const parsed = recallRequestSchema.safeParse(args ?? {})
  const request = parsed.success ? parsed.data : {}
  const empty = { engine: 'none', ms: 0, hits: [], nearMisses: [], passages: [], notice: '' }
  const problem = !parsed.success
    ? 'recall_context needs turnNumbers (whole numbers), contextIds or keywords (lists).'
    : !request.turnNumbers?.length && !request.contextIds?.length && !request.keywords?.length
      ? 'Name turn numbers, context ids or keywords to look for.'
      : state.recallScope === 'off'
        ? 'Recall is switched off in Settings.'
        : null
  const found = problem
    ? { ...empty, note: problem }
    : await recall(
        deps.db,
        run.turn.ownerId,
        {
          ...sceneOf(state),
          path: run.path,
          before: run.turn.number,
          request,
          limit: plan.maxRecallContexts,
          scope: state.recallScope === 'owner' ? 'owner' : 'conversation',
          countTokens: deps.countTokens,
        },
        indexFor(state),
      )
  if ('error' in found && found.error)
    deps.log('a recall broke', { turnId: run.turn.id, error: String(found.error) })
  const entry: Recall = {
    id: deps.runtime.id('rec'),
    index: state.nextRecallIndex++,
    source,
    request,
    engine: found.engine,
    ms: Math.round(found.ms),
    hits: found.hits,
    nearMisses: found.nearMisses,
    note: found.note,
    ...(found.notice ? { notice: found.notice } : {}),
  }
  run.emit({ type: 'recall', step, recall: entry })
  noteRecalled(state.shownTurns, found.passages)
  const knownAs = (passage: Passage) =>
    state.passages.find(
      (known) => known.turnId === passage.turnId && known.who === passage.who && known.text === passage.text,
    )
  for (const passage of found.passages) knownAs(passage)?.recallIds.push(entry.id)
  const fresh = found.passages.filter((passage) => !knownAs(passage))
  return { recall: entry, passages: fresh, fresh: fresh.length > 0 }
}

/** Words and meaning with an embedding model, else words alone. */
function indexFor(state: TurnState): MemoryIndex {
  const { deps, run } = state
  const { embedder } = deps.models
  if (!embedder) return lexicalIndexOf()
  return denseIndex(embedder, {
    signal: run.signal,
    spent(text, call) {
      const startedAt = new Date(deps.runtime.now().getTime() - call.ms)
      state.embedCalls.push(
        backgroundOf(deps, { ...run.turn, attempt: run.lease.attempt }, embedder, [text], call, startedAt),
      )
    },
    missing: (dims) => embedEverything(deps.db, deps.runtime, run.turn.ownerId, embedder, dims),
  })
}

/** Makes what was found part of every later prompt of this turn. */
export function inject(state: TurnState, { recall, passages }: Recalled) {
  const recallIds = () => [recall.id]
  state.passages.push(...passages.map((passage) => ({ ...passage, recallIds: recallIds() })))
  if (recall.note) state.recallNotes.push({ text: recall.note, recallIds: recallIds() })
}

/** A recall as a tool result: quoted like any other memory. */
export const recallText = ({ recall: { hits, note }, passages }: Recalled, state: TurnState) =>
  [
    note,
    hits.length && !passages.length ? 'What was found stands in this prompt already.' : '',
    passages.length
      ? build([
          {
            name: 'recalled',
            note: RECALLED_NOTE,
            items: excerptItems(passages, sceneOf(state)).map(({ item }) => item),
          },
        ])
      : '',
  ]
    .filter(Boolean)
    .join('\n') || 'Nothing in memory matches.'

export const isRecall = (call: ModelToolCall) => call.name === 'recall_context'
