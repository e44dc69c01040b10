import type { ModelConfig, ModelRequest, ModelSink } from '@/lib/model/types'
import type { AttemptSpec } from './attempt'
import { type FollowUp, messagesOf } from './prompt'
import { type Format, formatInstructions } from './structured/format'
import type { Support } from './structured/support'
import { toollessInstructions } from './structured/toolless'

/** One model call to make. `followUps` are the messages of a repair. */
export type Job = {
  config: ModelConfig
  request: ModelRequest
  format: Format | null
  followUps: FollowUp[]
  sink: ModelSink
}

const NUDGE: FollowUp = { role: 'user', content: 'Your last reply was empty. Answer now.' }

/** What one try sends, given what the server supports. */
export async function specOf(
  { config, request, format, followUps }: Job,
  support: Support,
  nudges: number,
): Promise<AttemptSpec> {
  const tools = request.toolChoice === 'none' ? [] : request.tools
  const required = request.toolChoice === 'required'
  const more = nudges ? [...followUps, NUDGE] : followUps
  const system = [request.system]
  if (tools.length && support.tools === 'text') system.push(toollessInstructions(tools, required))
  if (format && support.form !== 'json_schema') system.push(formatInstructions(format))
  return {
    config,
    system: system.filter(Boolean).join('\n\n'),
    messages: messagesOf(request.user, request.exchanges, support.tools, more),
    tools: support.tools === 'native' ? tools : [],
    toolChoice: required && support.required ? 'required' : 'auto',
    format,
    support,
    maxOutputTokens: request.maxOutputTokens,
    temperature: support.temperature ? request.temperature : undefined,
  }
}
