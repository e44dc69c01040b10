import type { ToolSpec } from '@/lib/model/types'
import { DECIDING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { parametersOf } from '../tool-calls'

/** Instructions for a server without tool calls: decisions and calls are JSON in the text. */
export function toollessInstructions(tools: readonly ToolSpec[], required: boolean): string {
  const lines = ['You cannot call tools directly. Write one JSON object at the end of your reply instead.']
  const callable = tools.filter((spec) => spec.name !== DECIDING_TOOL)
  if (callable.length) lines.push('To use a tool: {"tool": "NAME", "args": {…}}. The tools:')
  for (const { name, description, inputSchema } of callable)
    lines.push(`- ${name}: ${description}\n  args: ${JSON.stringify(parametersOf(inputSchema))}`)
  if (callable.length < tools.length)
    lines.push(
      'To decide about thinking: {"continueThinking": true or false, "reason": "why", "nextFocus": "what to look at next"}.',
    )
  lines.push(
    required
      ? 'One such JSON object is required.'
      : 'When no tool is needed, answer in plain words without JSON.',
  )
  return lines.join('\n')
}
