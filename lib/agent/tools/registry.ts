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

/** The tools of a phase. None reads memory when recall is off. */
export const toolsOf = (phase: 'think' | 'act', scope: RecallScope): readonly Tool[] =>
  (phase === 'think' ? thinking : acting).filter((tool) => scope !== 'off' || !memoryTools.includes(tool))

/** How a call ended, and the time it took. */
export type ToolRun = ToolEnd & { name: string; ms: number }

/**
 * Runs one call of a model. Never throws: an unknown name, bad arguments or a fault gives `ok: false` and a
 * sentence that lets the model correct itself.
 */
export async function runTool(
  call: ModelToolCall,
  context: ToolContext,
  tools: readonly Tool[],
): Promise<ToolRun> {
  const startedAt = context.now().getTime()
  const end = await attempt(call, context, tools)
  return {
    ...end,
    name: storableText(call.name.slice(0, 80)),
    result: storableText(end.result),
    ...(end.answer === undefined ? {} : { answer: storableText(end.answer) }),
    ms: Math.max(0, context.now().getTime() - startedAt),
  }
}

async function attempt(
  { name, args, problem }: ModelToolCall,
  context: ToolContext,
  tools: readonly Tool[],
): Promise<ToolEnd> {
  if (problem) return failed(problem)
  const tool = tools.find((known) => known.spec.name === name)
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
