import type { ModelMessage } from 'ai'
import { limits } from '@/lib/shared/limits'
import type { Support } from '@/lib/shared/model-support'
import { DECIDING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { imageTokens } from '@/lib/shared/turn/images'
import { countTokens } from '../tokens'
import type { ModelConfig, ModelRequest, ModelSink, OutputFormat, ToolSpec } from '../types'
import { type FollowUpMessage, modelMessages, promptText } from './prompt'
import { supportKey } from './support/support'
import { parametersOf } from './tool-calls'

function toollessInstructions(tools: readonly ToolSpec[], required: boolean): string {
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

const formatInstructions = (format: OutputFormat) =>
  `Answer with one JSON object and nothing else. It must fit this JSON schema ("${format.name}"):\n${JSON.stringify(format.schema)}`

/** One model call to make. `followUps` are the messages of a repair. */
export type CallJob = {
  config: ModelConfig
  request: ModelRequest
  format: OutputFormat | null
  followUps: FollowUpMessage[]
  sink: ModelSink
}

const NUDGE: FollowUpMessage = { role: 'user', content: 'Your last reply was empty. Answer now.' }

/** All images of a request. */
export const imagesIn = ({ images = [], past = [] }: Pick<ModelRequest, 'images' | 'past'>) => [
  ...past.flatMap((said) => ('role' in said ? (said.images ?? []) : [])),
  ...images,
]
export const imagesSent = (request: ModelRequest, support: Support) =>
  support.images === 'refused' ? [] : imagesIn(request)

/**
 * A thinking model gets room for its thoughts on top of its answer. A known context must fit prompt and
 * answer.
 */
function outputRoom(wanted: number, { thinks, contextTokens }: Support, prompt: () => number): number {
  const whole = wanted + (thinks ? limits.model.thoughtTokens : 0)
  if (contextTokens === null) return whole
  const left = Math.floor(contextTokens - prompt() * limits.model.countMargin)
  return Math.min(whole, Math.max(left, limits.model.leastOutput))
}

type Prompt = {
  system: string
  messages: ModelMessage[]
  tools: ToolSpec[]
  format: OutputFormat | null
  /** Estimated, of the images in the messages. */
  imageTokens: number
}
export const promptTokens = (spec: Prompt): number =>
  countTokens(
    promptText(spec.system, spec.messages, {
      tools: spec.tools.map((tool) => [tool.name, tool.description, parametersOf(tool.inputSchema)]),
      format: spec.format,
    }),
  ) + spec.imageTokens

export function specOf({ config, request, format, followUps }: CallJob, support: Support, nudges: number) {
  const isLast = request.toolChoice === 'none'
  // A model that calls tools all the same is asked once more without them, unless its service needs them.
  const keepsTools = nudges === 0 || (support.toolsWithResults && request.exchanges.length > 0)
  const tools = isLast && !keepsTools ? [] : request.tools
  const required = request.toolChoice === 'required'
  const more = nudges ? [...followUps, NUDGE] : followUps
  const sees = support.images !== 'refused'
  const system = [request.system]
  if (tools.length && !isLast && support.tools === 'text') system.push(toollessInstructions(tools, required))
  if (format && support.form !== 'json_schema') system.push(formatInstructions(format))
  const toolChoice: ModelRequest['toolChoice'] = isLast
    ? 'none'
    : required && support.required
      ? 'required'
      : 'auto'
  const spec = {
    config,
    system: system.filter(Boolean).join('\n\n'),
    messages: modelMessages(request, sees, request.exchanges, support, supportKey(config), more),
    imageTokens: imagesSent(request, support).reduce((sum, image) => sum + imageTokens(image), 0),
    tools: support.tools === 'native' ? tools : [],
    /** Tools whose calls may stand in the text. */
    known: request.tools,
    toolChoice,
    format,
    support,
    maxOutputTokens: request.maxOutputTokens,
    temperature: request.temperature,
    sampling: request.sampling,
  }
  return {
    ...spec,
    maxOutputTokens: outputRoom(request.maxOutputTokens, support, () => promptTokens(spec)),
  }
}
export type AttemptSpec = ReturnType<typeof specOf>
