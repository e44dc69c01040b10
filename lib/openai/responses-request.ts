import { z } from 'zod'
import { foreignText } from '@/lib/shared/text'
import { type ChatRequest, readBody, readRequest, samplingFields } from './request'

const text = foreignText(20_000_000)
const part = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['input_text', 'output_text', 'text']), text }),
  z.object({ type: z.literal('refusal'), refusal: text }),
  z.object({ type: z.literal('input_image'), image_url: text.nullish() }),
])
const content = z.union([text, z.array(part)])
const message = z.object({
  type: z.literal('message').default('message'),
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content,
})
const item = z.union([
  message,
  z.object({ type: z.literal('function_call'), call_id: text, name: text, arguments: text.default('') }),
  z.object({ type: z.literal('function_call_output'), call_id: text, output: content }),
  // What a model thought is its own: it is neither stored nor sent to another.
  z.object({ type: z.literal('reasoning') }),
  z.object({ type: z.literal('item_reference'), id: text.regex(/^(?:msg|rs)_/) }),
])
const tool = z.object({
  type: z.literal('function', { error: 'Only tools of the type function can be passed on.' }),
  name: text,
  description: text.nullish(),
  parameters: z.record(text, z.unknown()).nullish(),
})
const format = z.object({
  type: z.enum(['text', 'json_object', 'json_schema']),
  name: text.nullish(),
  schema: z.record(text, z.unknown()).nullish(),
})
export const responsesRequest = z.object({
  model: text,
  input: z.union([text, z.array(item)], {
    error:
      'The input is a text, or a list of messages of text and images, function calls, their outputs and reasoning.',
  }),
  instructions: text.nullish(),
  previous_response_id: text.nullish(),
  stream: z.boolean().nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: z.union([z.enum(['none', 'auto', 'required']), z.object({ name: text })]).nullish(),
  text: z.object({ format: format.nullish() }).nullish(),
  max_output_tokens: z.int().positive().nullish(),
  temperature: samplingFields.temperature,
  top_p: samplingFields.top_p,
  reasoning: z.object({ effort: samplingFields.reasoning_effort }).nullish(),
})
type Item = z.infer<typeof item>
type Content = z.infer<typeof content>

const partsOf = (given: Content) =>
  typeof given === 'string'
    ? [{ type: 'text', text: given }]
    : given.map((one) => {
        if (one.type === 'input_image') return { type: 'image_url', image_url: { url: one.image_url ?? '' } }
        return { type: 'text', text: one.type === 'refusal' ? one.refusal : one.text }
      })

/** An item as a message of Chat Completions. */
function messageOf(one: Item): object[] {
  if (one.type === 'reasoning' || one.type === 'item_reference') return []
  if (one.type === 'message') return [{ role: one.role, content: partsOf(one.content) }]
  if (one.type === 'function_call_output')
    return [{ role: 'tool', tool_call_id: one.call_id, content: partsOf(one.output) }]
  const call = { id: one.call_id, function: { name: one.name, arguments: one.arguments } }
  return [{ role: 'assistant', content: null, tool_calls: [call] }]
}

/** One of Mneme's answers, sent by reference, as the AI SDK does. */
const NAMED = /^msg_(resp_[\w-]+)_\d+$/
const answerNamed = (one: Item | undefined) =>
  (one?.type === 'item_reference' && NAMED.exec(one.id)?.[1]) || null
/** What comes after the last one is new, like what comes behind a previous response. */
function afterNamed(items: Item[]): { items: Item[]; previous: string | null } {
  const at = items.findLastIndex((one) => answerNamed(one))
  const isInstruction = (one: Item) =>
    one.type === 'message' && (one.role === 'system' || one.role === 'developer')
  return {
    items: at < 0 ? items : items.filter((one, i) => i > at || isInstruction(one)),
    previous: answerNamed(items[at]),
  }
}

/** Behind a previous response all messages of the person are new. */
function inOneMessage(items: Item[]): Item[] {
  const said: z.infer<typeof part>[] = []
  const others = items.filter((one) => {
    if (one.type !== 'message' || one.role !== 'user') return true
    said.push(
      ...(typeof one.content === 'string' ? [{ type: 'text' as const, text: one.content }] : one.content),
    )
    return false
  })
  return said.length ? [...others, { type: 'message', role: 'user', content: said }] : items
}

type Given = { request: ChatRequest; previous: string | null }
/** A request of the Responses API, in the form of Chat Completions. @throws MnemeError invalid */
export function readResponsesRequest(body: unknown): Given {
  const read = readBody(responsesRequest, body)
  const { input, instructions, previous_response_id: given, tool_choice: choice, ...rest } = read
  const { items, previous: named } = afterNamed(
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input,
  )
  const previous = given || named
  const form = rest.text?.format
  const request = readRequest({
    ...{ model: rest.model, stream: rest.stream, temperature: rest.temperature, top_p: rest.top_p },
    ...{ max_tokens: rest.max_output_tokens, reasoning_effort: rest.reasoning?.effort },
    messages: [
      ...(instructions ? [{ role: 'system', content: instructions }] : []),
      ...(previous ? inOneMessage(items) : items).flatMap(messageOf),
    ],
    tools: rest.tools?.map(({ type, ...named }) => ({ type, function: named })),
    tool_choice: typeof choice === 'object' && choice ? { function: choice } : choice,
    response_format: form && {
      type: form.type,
      ...(form.type === 'json_schema'
        ? { json_schema: { name: form.name ?? 'object', schema: form.schema } }
        : {}),
    },
  })
  return { request, previous }
}
