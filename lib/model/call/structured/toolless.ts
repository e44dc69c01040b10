import { z } from 'zod'
import type { ModelToolCall, ToolSpec } from '@/lib/model/types'
import { checkedCall, parametersOf } from '../tool-calls'
import { findJson } from './json-extract'

/** Instructions for a server without tool calls: decisions and calls are JSON in the text. */
export function toollessInstructions(tools: readonly ToolSpec[], required: boolean): string {
  const lines = ['You cannot call tools directly. Write one JSON object at the end of your reply instead.']
  const callable = tools.filter((spec) => spec.name !== 'continue_thinking')
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

const toolCall = z.object({ tool: z.string(), args: z.unknown().optional() })
const decision = z.looseObject({ continueThinking: z.boolean() })

/** The calls that such a server wrote as text. */
export function callsInText(text: string, tools: readonly ToolSpec[], id: () => string): ModelToolCall[] {
  const values = findJson(text).flatMap((found) => (Array.isArray(found.value) ? found.value : [found.value]))
  return values.flatMap((value) => {
    const call = toolCall.safeParse(value)
    if (call.success) return [checkedCall(id(), call.data.tool, call.data.args ?? {}, tools)]
    return decision.safeParse(value).success ? [checkedCall(id(), 'continue_thinking', value, tools)] : []
  })
}
