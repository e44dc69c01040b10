import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { sceneOf } from '@/lib/agent/prompt/sections'
import { normalisePath } from '@/lib/agent/workspace/paths'
import { answerTo } from '@/lib/db/tool-servers'
import type { ModelToolCall } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import { distinctSources, type Source } from '@/lib/shared/memory/source'
import { type Answer, limitsOfServers } from '@/lib/shared/tool-servers'
import { truncated } from '@/lib/shared/truncated'
import type { AskedCall } from '@/lib/shared/turn/events'
import type { OpenStep } from '../step/step'
import type { RanTool, TurnState } from '../turn-state'
import { searchText } from './memory/searched'
import { isSame, memoryContextOf, newRecall, type RecallRun } from './new-recall'
import { runTool, type ToolPhase, type ToolRun, toolNamed, toolsOf } from './registry'
import type { Tool, ToolContext } from './tool'

/** `outside` = a result quotes text from an import or an attached file. */
export type ToolsRun = { tools: RanTool[]; runs: ToolRun[]; recalls: RecallRun[]; outside: boolean }
/** Keeps one reply with many searches from monopolising the database. */
const MOST_AT_ONCE = 4
type OpenCall = { id: string; index: number }

/**
 * Runs the tool calls of one reply, in thinking and in action. Read-only calls run in parallel, others in
 * sequence; results keep the order of the calls.
 */
export async function runTools(
  state: TurnState,
  step: OpenCall,
  calls: readonly ModelToolCall[],
  phase: ToolPhase,
): Promise<ToolsRun> {
  const { deps, run: turn, workspace } = state
  const offered = toolsOf(phase, state.recallScope, state.servers.tools)
  const now = () => deps.runtime.now()
  const ended: ToolsRun = { tools: [], runs: [], recalls: [], outside: false }
  const report = (call: ModelToolCall, run: ToolRun, at: string) => {
    const { name, ok, result, ms } = run
    const index = ended.tools.length
    const tool = { id: `${step.id}.${index}`, index, name, args: call.args ?? {}, ok, result, ms }
    // A refusal may name any existing file.
    const named = ok ? (run.named ?? []) : workspace.list().map((file) => file.path)
    const sources = sourcesOf(turn.turn.conversationId, tool.args, { ...run, named })
    ended.outside ||= quotesOutside(state, run)
    ended.tools.push({ ...tool, at, sources })
    ended.runs.push(run)
    state.ran.push({ ...run, args: tool.args })
    turn.emit({ type: 'tool', step: step.index, call: tool, sources })
  }
  for (const batch of batches(calls, offered)) {
    const at = now().toISOString()
    const id = `${step.id}.${ended.tools.length}`
    const context: ToolContext = {
      ...{ workspace, memory: memoryContextOf(state), now, log: deps.log },
      ask: (asked) => askPerson(state, step.index, { id, ...asked }),
    }
    const runs = await Promise.all(batch.map((call) => runTool(call, context, offered)))
    for (const [i, call] of batch.entries()) {
      const ran = runs[i]
      if (ran) report(call, withRecall(state, step.index, ran, ended.recalls), at)
    }
  }
  return ended
}

/**
 * Groups consecutive read-only calls, a few at a time, to run in parallel. Any other call runs on its own.
 */
export function batches(calls: readonly ModelToolCall[], offered: readonly Tool[]): ModelToolCall[][] {
  const found: ModelToolCall[][] = []
  let open: ModelToolCall[] | null = null
  for (const call of calls) {
    const reads = toolNamed(offered, call.name)?.reads === true
    if (reads && open && open.length < MOST_AT_ONCE) open.push(call)
    else {
      const batch = [call]
      found.push(batch)
      open = reads ? batch : null
    }
  }
  return found
}

/** The result leaves out what an earlier search of this reply found. */
function withRecall(state: TurnState, step: number, run: ToolRun, recalls: RecallRun[]): ToolRun {
  if (!run.recalled) return run
  const fresh = run.recalled.map((one) => {
    const { recall, passages: own } = newRecall(state, run.name, one.request, one.found)
    const before = recalls.flatMap(({ passages }) => passages)
    const passages = own.filter((passage) => !before.some((other) => isSame(passage, other)))
    state.run.emit({ type: 'recall', step, recall })
    recalls.push({ recall, passages })
    return { ...one, found: { ...one.found, passages } }
  })
  return { ...run, result: searchText(fresh, run.lead, sceneOf(state)) }
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

const quotesOutside = (state: TurnState, { files = [], recalled = [], outside = false }: ToolRun) =>
  outside ||
  files.some((path) => state.outsideFiles.has(path)) ||
  recalled.some(({ found }) => found.passages.some((passage) => passage.source !== undefined))

/**
 * Adds a step to the turn's prompt: what the model said, its calls and their results. `ran` = the calls that ran
 * tools, in the order of these; one that ends a round of thinking did not.
 */
export function addExchange(
  state: TurnState,
  { result, said }: OpenStep,
  ran: readonly ModelToolCall[],
  { tools, recalls, outside }: ToolsRun,
): void {
  if (outside) state.readOutside = true
  for (const { recall, passages } of recalls) {
    if (recall.hits.length || recall.note) state.exchangedRecalls.push(recall.id)
    state.exchangedPassages.push(...passages.map((passage) => ({ ...passage, recallIds: [recall.id] })))
  }
  state.exchanges.push({
    text: said,
    ...(result.carried ? { carried: result.carried } : {}),
    calls: result.calls,
    results: result.calls.map((call) => {
      const tool = tools[ran.indexOf(call)]
      const text = truncated(tool?.result ?? call.problem ?? '', limits.prompt.stepResultChars)
      return { id: call.id, name: call.name, text, sources: tool?.sources ?? [] }
    }),
  })
}

/**
 * Asks the person before a call and waits, since the answer may arrive at another process. null = the turn was
 * stopped, or nobody answered.
 */
async function askPerson(
  { deps, run }: Pick<TurnState, 'deps' | 'run'>,
  step: number,
  call: AskedCall,
): Promise<Answer | null> {
  const { askMs, askPollMs } = limitsOfServers
  run.emit({ type: 'asking', step, call })
  for (let waited = 0; waited < askMs && !run.signal.aborted; waited += askPollMs) {
    const answer = await answerTo(deps.db, run.turn.id, call.id)
    if (answer) return answer
    await sleep(askPollMs, undefined, { signal: run.signal }).catch(() => {})
  }
  return null
}
