import { z } from 'zod'
import type { ProviderCall } from '@/lib/services/outside/provider'
import { MnemeError } from '@/lib/shared/errors'
import type { ChatMessage } from '@/lib/shared/memory/chat'
import { parseJson } from '@/lib/shared/parse-json'
import { foreignText, problemIn } from '@/lib/shared/text'

/** The maximum size of a request. */
const text = foreignText(20_000_000)
const parts = z.array(z.looseObject({ type: text }))
const content = z.union([text, parts]).nullish()
/** Data URLs only: no image is ever fetched. */
const dataUrl = z.string().regex(/^data:image\/(?:png|jpe?g|webp|gif);base64,[\w+/=-]*$/)
const image = z.object({
  image_url: z.union([dataUrl, z.object({ url: dataUrl }).transform(({ url }) => url)]),
})
const call = z.object({
  id: text,
  function: z.object({ name: text, arguments: text.default('') }),
})
const message = z.discriminatedUnion(
  'role',
  [
    z.object({ role: z.enum(['system', 'developer', 'user']), content }),
    z.object({ role: z.literal('assistant'), content, tool_calls: z.array(call).nullish() }),
    z.object({ role: z.literal('tool'), content, tool_call_id: text }),
  ],
  { error: 'The role of a message is system, developer, user, assistant or tool.' },
)
const tool = z.object({
  type: z.literal('function', { error: 'Only tools of the type function can be passed on.' }),
  function: z.object({
    name: text,
    description: text.nullish(),
    parameters: z.record(text, z.unknown()).nullish(),
  }),
})
const count = z.int().positive().nullish()
const within = (least: number, most: number) => z.number().min(least).max(most).nullish()
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
/** Passed on to the provider unchanged. */
export const samplingFields = {
  ...{ temperature: within(0, 2), top_p: within(0, 1) },
  ...{ presence_penalty: within(-2, 2), frequency_penalty: within(-2, 2) },
  seed: z.int().nullish(),
  stop: z.union([text, z.array(text)]).nullish(),
  reasoning_effort: z.enum(EFFORTS).nullish(),
}
export const chatRequest = z.object({
  model: text,
  messages: z.array(message).min(1, 'There are no messages.'),
  stream: z.boolean().nullish(),
  n: z.literal(1, { error: 'Mneme gives one answer. Leave n out, and ask again for another.' }).nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: z
    .union([z.enum(['none', 'auto', 'required']), z.object({ function: z.object({ name: text }) })], {
      error: 'It is none, auto, required, or names one function. Send only the tools that may be called.',
    })
    .nullish(),
  response_format: z
    .object({
      type: z.enum(['text', 'json_object', 'json_schema']),
      json_schema: z.object({ name: text, schema: z.record(text, z.unknown()).nullish() }).nullish(),
    })
    .nullish(),
  ...{ max_tokens: count, max_completion_tokens: count },
  ...samplingFields,
})
export type ChatRequest = z.infer<typeof chatRequest>

/** Reads a body, or says where it is wrong. @throws MnemeError invalid */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const at = read.error.issues[0]?.path.join('.')
  throw new MnemeError('invalid', `${at ? `${at}: ` : ''}${problemIn(read.error)}`)
}
/** @throws MnemeError invalid */
export const readRequest = (body: unknown): ChatRequest => readBody(chatRequest, body)

type Content = z.infer<typeof content>
const words = z.object({ text })
const partsOf = (given: Content) =>
  typeof given === 'string' ? [{ type: 'text', text: given }] : (given ?? [])
const textOf = (given: Content): string =>
  partsOf(given)
    .flatMap((part) => words.safeParse(part).data?.text ?? [])
    .join('\n')

/** What a tool gave. Chat Completions have no images there. */
const resultOf = (given: Content): string =>
  partsOf(given)
    .map((part) => words.safeParse(part).data?.text ?? `[${part.type} of this result was not passed on]`)
    .join('\n')

/** @throws MnemeError invalid for what is neither text nor an image, such as sound. */
function userMessage(given: Content): ChatMessage {
  const others = partsOf(given).filter(({ type }) => type !== 'text')
  const images = others.map((part) => {
    const read = image.safeParse(part)
    if (!read.success)
      throw new MnemeError(
        'invalid',
        'Mneme takes text, and images as data URLs: PNG, JPEG, WebP or GIF in base64.',
      )
    return read.data.image_url
  })
  return { role: 'user', text: textOf(given), images }
}

const argsOf = (given: string): unknown => {
  const args = parseJson(given || '{}')
  return args === undefined ? given : args
}

/** The client's instructions and messages, in our form. */
export function conversationOf({ messages }: ChatRequest): { system: string; messages: ChatMessage[] } {
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer')
  return {
    system: system.map((one) => textOf(one.content)).join('\n\n'),
    messages: messages.flatMap((one): ChatMessage[] => {
      if (one.role === 'user') return [userMessage(one.content)]
      if (one.role === 'tool') return [{ role: 'tool', id: one.tool_call_id, text: resultOf(one.content) }]
      if (one.role !== 'assistant') return []
      const calls = (one.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
        ...{ id, name, args: argsOf(args) },
      }))
      return [{ role: 'assistant', text: textOf(one.content), calls }]
    }),
  }
}

const samplingOf = (request: ChatRequest) => ({
  topP: request.top_p ?? undefined,
  presencePenalty: request.presence_penalty ?? undefined,
  frequencyPenalty: request.frequency_penalty ?? undefined,
  seed: request.seed ?? undefined,
  stopSequences: request.stop ? [request.stop].flat() : undefined,
  reasoning: request.reasoning_effort ?? undefined,
})

/** The request as input for our own provider. */
export function providerInput(request: ChatRequest, role: ProviderCall['role']): ProviderCall {
  const { tool_choice: choice, response_format: form, temperature } = request
  const named = typeof choice === 'object' ? choice?.function.name : undefined
  const tools = (request.tools ?? []).map(({ function: { name, description, parameters } }) => ({
    ...{ name, description: description ?? '', parameters: parameters ?? { type: 'object', properties: {} } },
  }))
  const schema = form?.json_schema?.schema ?? { type: 'object' }
  return {
    ...conversationOf(request),
    tools: named === undefined ? tools : tools.filter(({ name }) => name === named),
    toolChoice: named === undefined ? ((choice as 'auto' | null | undefined) ?? 'auto') : 'required',
    format: form && form.type !== 'text' ? { name: form.json_schema?.name ?? 'object', schema } : null,
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    temperature: temperature ?? undefined,
    sampling: samplingOf(request),
    role,
  }
}
