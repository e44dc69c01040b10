import { toolCalled } from '@/lib/model/call/tool-calls'
import type { ModelToolCall, ToolSpec } from '@/lib/model/types'
import { toFailure } from '@/lib/shared/errors'
import type { RecallScope } from '@/lib/shared/schemas'
import { storableText } from '@/lib/shared/storable'
import { isOutsideTool } from '@/lib/shared/tool-servers'
import { acting, continueThinking } from './files/files'
import { lookupFacts } from './memory/lookup-facts'
import { analyzePatterns, analyzeTopic, searchSummaries } from './memory/search-summaries'
import { recallContext, searchMemories } from './memory/searched'
import { failed, type Tool, type ToolContext, type ToolEnd } from './tool'

const memoryTools: readonly Tool[] = [
  recallContext,
  searchMemories,
  lookupFacts,
  searchSummaries,
  analyzePatterns,
  analyzeTopic,
]
export const TOOLS: readonly Tool[] = [...memoryTools, ...acting, continueThinking]
export const TOOL_NAMES = TOOLS.map(({ spec }) => spec.name)

/**
 * The tools of every call of a turn that is not simple, in the same order, so that a service can cache them.
 * None reads memory when recall is off. Tools from outside come last.
 */
export const toolSpecs = ({ recallScope, servers }: Offer): ToolSpec[] =>
  offered(recallScope, servers?.tools).map(({ spec }) => spec)
type Offer = { recallScope: RecallScope; servers?: { tools: readonly Tool[] } }
const offered = (scope: RecallScope, outside: readonly Tool[] = []) => [
  ...(scope === 'off' ? TOOLS.filter((tool) => !memoryTools.includes(tool)) : TOOLS),
  ...outside,
]

export type ToolPhase = 'think' | 'act'
/** The tools of a phase. Thinking only reads. */
export const toolsOf = (phase: ToolPhase, scope: RecallScope, outside: readonly Tool[] = []) =>
  offered(scope, outside).filter((tool) => (tool === continueThinking) === (phase === 'think') || tool.reads)

/** The offered tool of a name or alias. */
export const toolNamed = (tools: readonly Tool[], name: string): Tool | undefined =>
  tools.find(({ spec }) => toolCalled([spec], name))

export type ToolRun = ToolEnd & { name: string; ms: number }

/**
 * Runs one call of a model. Never throws: an unknown name, bad arguments or a fault gives `ok: false` and a
 * sentence that lets the model correct itself.
 */
export async function runTool(call: ModelToolCall, context: ToolContext, tools: readonly Tool[]) {
  const startedAt = context.now().getTime()
  const tool = toolNamed(tools, call.name)
  const end = await ended(call, tool, context, tools)
  return {
    ...end,
    name: storableText((tool?.spec.name ?? call.name).slice(0, 80)),
    result: storableText(end.result),
    ...(end.answer === undefined ? {} : { answer: storableText(end.answer) }),
    ms: Math.max(0, context.now().getTime() - startedAt),
  }
}

async function ended(
  { name, args, problem }: ModelToolCall,
  tool: Tool | undefined,
  context: ToolContext,
  tools: readonly Tool[],
): Promise<ToolEnd> {
  if (problem) return failed(problem)
  if (!tool && toolNamed([continueThinking], name))
    return failed('The rounds of thinking are over. Do the task now.')
  if (!tool && (toolNamed(acting, name) || isOutsideTool(name)))
    return failed(`${name} has to wait: end this round of thinking with continue_thinking first.`)
  if (!tool) {
    const known = tools.map(({ spec }) => spec.name).join(', ')
    return failed(`There is no tool "${name.slice(0, 80)}". The tools are: ${known}.`)
  }
  try {
    return await tool.run(args, context)
  } catch (error) {
    context.log?.('a tool failed', { tool: name, error: String(error) })
    return failed(`${name} could not be carried out: ${toFailure(error).message}`)
  }
}
