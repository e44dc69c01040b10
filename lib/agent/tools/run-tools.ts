import { z } from 'zod'
import { sceneOf } from '@/lib/agent/prompt/sections'
import { normalisePath } from '@/lib/agent/workspace/paths'
import { recallText, sourcesOf as sourcesOfPassage } from '@/lib/memory/recall/recall-memory'
import type { ModelToolCall } from '@/lib/model/types'
import { distinctSources, type Source } from '@/lib/shared/source'
import type { RanTool, TurnState } from '../turn-state'
import { memoryOf, type RecallRun, recorded } from './recorded'
import { runTool, type ToolRun } from './registry'
import type { Tool } from './tool'

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

/** The result of a recall omits what an earlier one of this turn found. */
function withRecall(state: TurnState, step: number, run: ToolRun, recalls: RecallRun[]): ToolRun {
  if (!run.recalled) return run
  const { request, found } = run.recalled
  const { recall, passages } = recorded(state, run.name, request, found)
  state.run.emit({ type: 'recall', step, recall })
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
