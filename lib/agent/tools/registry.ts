import { storableText } from '@/lib/base/storable'
import type { ModelToolCall } from '@/lib/model/types'
import { toFailure } from '@/lib/shared/errors'
import type { RecallScope } from '@/lib/shared/schemas'
import { completeTask } from './control/complete-task'
import { continueThinking } from './control/continue-thinking'
import { deleteFile } from './files/delete-file'
import { editFile } from './files/edit-file'
import { listFiles } from './files/list-files'
import { readFile } from './files/read-file'
import { searchFiles } from './files/search-files'
import { getState, setState } from './files/state'
import { writeFile } from './files/write-file'
import { recallContext } from './memory/recall-context'
import { failed, type Tool, type ToolContext, type ToolEnd } from './tool'

const memoryTools: readonly Tool[] = [recallContext]
const acting: readonly Tool[] = [
  listFiles,
  readFile,
  writeFile,
  editFile,
  deleteFile,
  searchFiles,
  getState,
  setState,
  completeTask,
  ...memoryTools,
]
const thinking: readonly Tool[] = [continueThinking, ...memoryTools]

/** The tools of a phase as far as recall reaches: none that reads memory when it is off. */
export const toolsOf = (phase: 'think' | 'act', scope: RecallScope): readonly Tool[] =>
  (phase === 'think' ? thinking : acting).filter((tool) => scope !== 'off' || !memoryTools.includes(tool))

/** The seeds' longer names. */
const ALIASES = new Map([
  ['search_specific_memories', 'search_memories'],
  ['search_archived_summaries', 'search_summaries'],
  ['lookup_user_facts', 'lookup_facts'],
  ['analyze_conversation_patterns', 'analyze_patterns'],
])
export const realName = (name: string) => ALIASES.get(name) ?? name

/** How a call ended; `ms` by the context's clock. */
export type ToolRun = ToolEnd & { name: string; ms: number }

/**
 * Runs one call of a model. Never throws: an unknown name, bad arguments or a fault is `ok: false` with a
 * sentence the model can correct.
 */
export async function runTool(
  call: ModelToolCall,
  context: ToolContext,
  tools: readonly Tool[],
): Promise<ToolRun> {
  const name = realName(call.name)
  const startedAt = context.now().getTime()
  const end = await attempt(call, name, context, tools)
  return {
    ...end,
    name: storableText(name.slice(0, 80)),
    result: storableText(end.result),
    ...(end.answer === undefined ? {} : { answer: storableText(end.answer) }),
    ms: Math.max(0, context.now().getTime() - startedAt),
  }
}

async function attempt(
  call: ModelToolCall,
  name: string,
  context: ToolContext,
  tools: readonly Tool[],
): Promise<ToolEnd> {
  const tool = tools.find((known) => known.spec.name === name)
  if (!tool)
    return failed(
      call.problem ??
        `There is no tool "${name.slice(0, 80)}". The tools are: ${tools.map((known) => known.spec.name).join(', ')}.`,
    )
  if (call.problem && call.name === name) return failed(call.problem)
  try {
    return await tool.run(call.args, context)
  } catch (error) {
    context.log?.('a tool failed', { tool: name, error: String(error) })
    return failed(`${name} could not be carried out: ${toFailure(error).message}`)
  }
}
