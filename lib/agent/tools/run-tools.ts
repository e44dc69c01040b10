import { z } from 'zod'
import { sceneOf, shownBefore } from '@/lib/agent/prompt/sections'
import { showTurns } from '@/lib/agent/prompt/shown-turns'
import { normalisePath } from '@/lib/agent/workspace/paths'
import { lexicalIndexOf, type MemoryIndex } from '@/lib/memory/index/memory-index'
import { denseIndex } from '@/lib/memory/recall/dense-index'
import type { MemoryContext } from '@/lib/memory/recall/memory-context'
import type { Passage } from '@/lib/memory/recall/passage'
import { recallText, sourcesOf as sourcesOfPassage } from '@/lib/memory/recall/recall-memory'
import type { ModelToolCall } from '@/lib/model/types'
import type { Recall } from '@/lib/shared/events'
import { distinctSources, type Source } from '@/lib/shared/source'
import { backgroundOf, embedEverything } from '../embedding'
import type { RanTool, TurnState } from '../turn-state'
import { runTool, type ToolRun } from './registry'
import type { Tool } from './tool'

/** `passages` = those that no earlier recall of the turn found. */
type RecallRun = { recall: Recall; passages: Passage[] }
/** `outside` = a result quotes text from an import or an attached file. */
type ToolsRun = { tools: RanTool[]; runs: ToolRun[]; recalls: RecallRun[]; outside: boolean }
type OpenCall = { id: string; index: number }

/** Runs the tool calls of one reply in order and reports each as it ends, in thinking and in action. */
export async function runTools(
  state: TurnState,
  step: OpenCall,
  calls: readonly ModelToolCall[],
  offered: readonly Tool[],
): Promise<ToolsRun> {
  const { deps, run: turn, workspace } = state
  const now = () => deps.runtime.now()
  const ended: ToolsRun = { tools: [], runs: [], recalls: [], outside: false }
  for (const [index, call] of calls.entries()) {
    const context = { workspace, memory: memoryOf(state), now, log: deps.log }
    const run = withRecall(state, step.index, await runTool(call, context, offered), ended.recalls)
    const { name, ok, result, ms } = run
    const tool = { id: `${step.id}.${index}`, index, name, args: call.args ?? {}, ok, result, ms }
    // A refusal may name any existing file.
    const named = ok ? (run.named ?? []) : workspace.list().map((file) => file.path)
    const sources = sourcesOf(turn.turn.conversationId, tool.args, { ...run, named })
    ended.outside ||= quotesOutside(state, run)
    ended.tools.push({ ...tool, sources })
    ended.runs.push(run)
    turn.emit({ type: 'tool', step: step.index, call: tool, sources })
  }
  return ended
}

const memoryOf = (state: TurnState): MemoryContext => {
  const { deps, run, plan, recallScope } = state
  const { ownerId, conversationId, number } = run.turn
  return {
    db: deps.db,
    ownerId,
    scope: { reach: recallScope, conversation: { id: conversationId, path: run.path, before: number } },
    index: indexFor(state),
    limit: plan.maxRecallContexts,
    now: () => run.turn.createdAt,
    countTokens: deps.countTokens,
    shown: shownBefore(state),
  }
}

/** Searches by words, and by meaning if there is an embedding model. */
function indexFor(state: TurnState): MemoryIndex {
  const { deps, run } = state
  const { embedder } = deps.models
  if (!embedder) return lexicalIndexOf()
  return denseIndex(embedder, {
    signal: run.signal,
    spent(text, call) {
      const startedAt = new Date(deps.runtime.now().getTime() - call.ms)
      const turn = { ...run.turn, attempt: run.lease.attempt }
      state.embedCalls.push(backgroundOf(deps, turn, embedder, [text], call, startedAt))
    },
    missing: (dims) => embedEverything(deps.db, deps.runtime, run.turn.ownerId, embedder, dims),
  })
}

/** Numbers and reports a recall. Its result omits what an earlier one of this turn found. */
function withRecall(state: TurnState, step: number, run: ToolRun, recalls: RecallRun[]): ToolRun {
  if (!run.recalled) return run
  const { deps, run: turn } = state
  const { request, found } = run.recalled
  if (found.error) deps.log('a recall broke', { turnId: turn.turn.id, error: found.error })
  const recall: Recall = {
    id: deps.runtime.id('rec'),
    index: state.nextRecallIndex++,
    source: run.name,
    request,
    engine: found.engine,
    ms: Math.round(found.ms),
    hits: found.hits,
    nearMisses: found.nearMisses,
    note: found.note,
    ...(found.notice ? { notice: found.notice } : {}),
  }
  turn.emit({ type: 'recall', step, recall })
  // A file is cited by the turn in its item.
  const ofFiles = found.passages.filter((passage) => passage.other?.file !== undefined)
  showTurns(
    state.shownTurns,
    ofFiles.map(({ turnId }) => ({ kind: 'turn', id: turnId })),
  )
  const known = (passage: Passage) =>
    state.passages.find(
      (other) => other.turnId === passage.turnId && other.who === passage.who && other.text === passage.text,
    )
  for (const passage of found.passages) known(passage)?.recallIds.push(recall.id)
  const passages = found.passages.filter((passage) => !known(passage))
  recalls.push({ recall, passages })
  return {
    ...run,
    sources: passages.flatMap(sourcesOfPassage),
    result: recallText(found, passages, sceneOf(state)),
  }
}

const pathSchema = z.object({ path: z.string() })
/** What a call and its result quote: memory, and files and values of the workspace. */
function sourcesOf(
  conversationId: string,
  args: unknown,
  { sources = [], files = [], named = [], state = [] }: ToolRun,
): Source[] {
  const own = normalisePath(pathSchema.safeParse(args).data?.path ?? '')
  return distinctSources([
    ...sources,
    ...[...(own.ok ? [own.path] : []), ...files, ...named].map(
      (path) => ({ kind: 'file', conversationId, path }) as const,
    ),
    ...state.map((value) => ({ kind: 'state', conversationId, ...value }) as const),
  ])
}

const quotesOutside = (state: TurnState, { files = [], recalled }: ToolRun) =>
  files.some((path) => state.outsideFiles.has(path)) ||
  (recalled?.found.passages.some((passage) => passage.source !== undefined) ?? false)
