import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { promptScene } from '@/lib/agent/prompt/sections'
import { normalisePath } from '@/lib/agent/workspace/paths'
import { permissionFor } from '@/lib/db/tool-servers'
import type { ModelToolCall } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import { distinctSources, type Source } from '@/lib/shared/memory/source'
import { limitsOfServers } from '@/lib/shared/tool-servers'
import { truncated } from '@/lib/shared/truncated'
import type { AskedCall } from '@/lib/shared/turn/events'
import type { OpenStep } from '../step/step'
import type { RanTool, TurnState } from '../turn-state'
import { searchText } from './memory/searched'
import { isSamePassage, memoryContextOf, newRecall, type RecallRun } from './new-recall'
import { runTool, type ToolPhase, type ToolRun, toolNamed, toolsOf } from './registry'
import type { Tool, ToolContext } from './tool'

/** Keeps one reply with many searches from monopolising the database. */
const MOST_AT_ONCE = 4

/**
 * Runs the tool calls of one reply, in thinking and in action, and adds them to the turn's prompt. Read-only calls
 * run in parallel, others in sequence; results keep the order of the calls. `fresh` = a search found something new.
 */
export async function runTools(
  state: TurnState,
  open: OpenStep,
  calls: readonly ModelToolCall[],
  phase: ToolPhase,
) {
  const { deps, workspace } = state
  const offered = toolsOf(phase, state.recallScope, state.servers.tools)
  const now = () => deps.runtime.now()
  const [tools, runs, recalls]: [RanTool[], ToolRun[], RecallRun[]] = [[], [], []]
  for (const batch of batches(calls, offered)) {
    const at = now().toISOString()
    const id = `${open.id}.${tools.length}`
    const context: ToolContext = {
      ...{ workspace, memory: memoryContextOf(state), now, log: deps.log },
      ask: (asked) => askPerson(state, open.index, { id, ...asked }),
    }
    const ended = await Promise.all(batch.map((call) => runTool(call, context, offered)))
    for (const [i, one] of ended.entries()) {
      const run = withRecall(state, open.index, one, recalls)
      runs.push(run)
      tools.push(report(state, open, { index: tools.length, at, args: batch[i]?.args ?? {} }, run))
    }
  }
  addExchange(state, open, (call) => tools[calls.indexOf(call)])
  for (const { recall, passages } of recalls) {
    if (recall.hits.length || recall.note) state.exchangedRecalls.push(recall.id)
    state.exchangedPassages.push(...passages.map((passage) => ({ ...passage, recallIds: [recall.id] })))
  }
  const fresh = recalls.some(({ passages }) => passages.length > 0)
  return { tools, runs, recalls: recalls.map(({ recall }) => recall), fresh }
}

function report(
  state: TurnState,
  open: OpenStep,
  called: Pick<RanTool, 'index' | 'at' | 'args'>,
  run: ToolRun,
): RanTool {
  const { at, index, args } = called
  const { name, ok, result, ms } = run
  const tool = { id: `${open.id}.${index}`, index, name, args, ok, result, ms }
  // A refusal may name any existing file.
  const named = ok ? (run.named ?? []) : state.workspace.list().map((file) => file.path)
  const sources = sourcesOf(state.run.turn.conversationId, args, { ...run, named })
  if (quotesOutside(state, run)) state.readOutside = true
  state.ran.push({ ...run, args })
  state.run.emit({ type: 'tool', step: open.index, call: tool, sources })
  return { ...tool, at, sources }
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
    const passages = own.filter((passage) => !before.some((other) => isSamePassage(passage, other)))
    state.run.emit({ type: 'recall', step, recall })
    recalls.push({ recall, passages })
    return { ...one, found: { ...one.found, passages } }
  })
  return { ...run, result: searchText(fresh, run.lead, promptScene(state)) }
}

const pathSchema = z.object({ path: z.string() })
/** What a call and its result quote: memory, and files and values of the workspace. */
function sourcesOf(
  conversationId: string,
  args: unknown,
  { sources = [], files = [], named = [], state = [] }: ToolRun,
): Source[] {
  const own = normalisePath(pathSchema.safeParse(args).data?.path ?? '')
  const paths = [...(own.ok ? [own.path] : []), ...files, ...named]
  return distinctSources([
    ...sources,
    ...paths.map((path) => ({ kind: 'file', conversationId, path }) as const),
    ...state.map((value) => ({ kind: 'state', conversationId, ...value }) as const),
  ])
}

const quotesOutside = (state: TurnState, { files = [], recalled = [], outside = false }: ToolRun) =>
  outside ||
  files.some((path) => state.outsideFiles.has(path)) ||
  recalled.some(({ found }) => found.passages.some((passage) => passage.source !== undefined))

/** Adds a step to the turn's prompt: what the model said, its calls and their results. One that ends a round has none. */
function addExchange(
  state: TurnState,
  { result, said }: OpenStep,
  ranBy: (call: ModelToolCall) => RanTool | undefined,
) {
  state.exchanges.push({
    text: said,
    ...(result.carried ? { carried: result.carried } : {}),
    calls: result.calls,
    results: result.calls.map((call) => {
      const tool = ranBy(call)
      const text = truncated(tool?.result ?? call.problem ?? '', limits.prompt.stepResultChars)
      return { id: call.id, name: call.name, text, sources: tool?.sources ?? [] }
    }),
  })
}

/**
 * Asks the person before a call and waits, since the answer may arrive at another process. null = the turn was
 * stopped, or nobody answered.
 */
async function askPerson({ deps, run }: Pick<TurnState, 'deps' | 'run'>, step: number, call: AskedCall) {
  const { askMs, askPollMs } = limitsOfServers
  run.emit({ type: 'asking', step, call })
  for (let waited = 0; waited < askMs && !run.signal.aborted; waited += askPollMs) {
    const answer = await permissionFor(deps.db, run.turn.id, call.id)
    if (answer) return answer
    await sleep(askPollMs, undefined, { signal: run.signal }).catch(() => {})
  }
  return null
}
