import { reported } from '@/lib/services/log'
import { programWords } from '@/lib/services/outside/program-words'
import type { Failure } from '@/lib/shared/errors'
import { type ErrorCode, HTTP_STATUS } from '@/lib/shared/errors'
import type { ChatAnswer, ChatCall, ChatCounts } from '@/lib/shared/memory/chat'

const STATUS: Partial<Record<ErrorCode, number>> = {
  ...HTTP_STATUS,
  ...{ queue_full: 429, provider_rate_limit: 429, provider_context: 400 },
  ...{ unavailable: 503, internal: 500, not_saved: 500 },
}
/** What clients know under another name. */
const CODES: Partial<Record<ErrorCode, string>> = {
  unauthorised: 'invalid_api_key',
  limit_reached: 'rate_limit_exceeded',
  provider_rate_limit: 'rate_limit_exceeded',
  provider_context: 'context_length_exceeded',
}
const typeOf = (status: number) =>
  status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error'

/** A failure in OpenAI's form. A provider's failure is a 502, so that callers do not take it for their own mistake. */
export function openAiError({ code, ...failure }: Failure) {
  const status = STATUS[code] ?? 502
  const body = { message: programWords(failure), type: typeOf(status), param: null }
  return { status, body: { error: { ...body, code: CODES[code] ?? code } } }
}

export type ResponseHead = { id: string; model: string; created: number }

/** So that no proxy takes a turn that thinks for a dead connection. */
const QUIET_MS = 15_000

const usageOf = ({ inputTokens, cachedTokens, outputTokens, reasoningTokens }: ChatCounts) => ({
  ...{ prompt_tokens: inputTokens, completion_tokens: outputTokens },
  total_tokens: inputTokens + outputTokens,
  prompt_tokens_details: { cached_tokens: cachedTokens },
  completion_tokens_details: { reasoning_tokens: reasoningTokens },
})
export const argumentsOf = ({ args }: ChatCall) =>
  typeof args === 'string' ? args : JSON.stringify(args ?? {})
const callOf = (call: ChatCall) => ({
  ...{ id: call.id, type: 'function' },
  function: { name: call.name, arguments: argumentsOf(call) },
})

export const LOST: Failure = { code: 'interrupted', message: 'The connection was lost.' }

/** The whole answer in one body. A part of an answer is none. */
export async function completion(about: ResponseHead, answer: ChatAnswer): Promise<Response> {
  let [content, thought] = ['', '']
  const calls: ChatCall[] = []
  for await (const piece of answer) {
    if ('text' in piece) content += piece.text
    else if ('thought' in piece) thought += piece.thought
    else if ('calls' in piece) calls.push(...piece.calls)
    else {
      const { error, finish, counts } = piece.end
      if (error) return failure(error)
      const message = {
        ...{ role: 'assistant', content: content || (calls.length ? null : '') },
        ...(thought ? { reasoning_content: thought } : {}),
        ...(calls.length ? { tool_calls: calls.map(callOf) } : {}),
      }
      const choice = { index: 0, message, logprobs: null, finish_reason: finish }
      return Response.json({
        ...{ ...about, object: 'chat.completion', choices: [choice] },
        usage: usageOf(counts),
      })
    }
  }
  return failure(LOST)
}

export function failure(error: Failure, headers: HeadersInit = {}): Response {
  const { status, body } = openAiError(error)
  return Response.json(body, { status, headers })
}

/** The same as server-sent events. `gone` is called when the client disconnects. */
export const stream = (
  about: ResponseHead,
  answer: ChatAnswer,
  { withUsage, gone }: { withUsage: boolean; gone(): void },
): Response =>
  eventStream(linesOf(about, answer, withUsage), (error) => dataOf(openAiError(error).body), gone)

const dataOf = (value: object) => `data: ${JSON.stringify(value)}`
async function* linesOf(...given: Parameters<typeof chunksOf>) {
  for await (const chunk of chunksOf(...given)) yield dataOf(chunk)
  yield 'data: [DONE]'
}

/** Server-sent events, and what is sent if they break off. */
export function eventStream(
  events: AsyncGenerator<string>,
  broken: (error: Failure) => string,
  gone: () => void,
): Response {
  const encoder = new TextEncoder()
  let quiet: NodeJS.Timeout | undefined
  let isGone = false
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (line: string) => controller.enqueue(encoder.encode(`${line}\n\n`))
      quiet = setInterval(() => write(': still thinking'), QUIET_MS)
      try {
        for await (const event of events) write(event)
        controller.close()
      } catch (error) {
        // Writing fails once the client is gone.
        if (isGone) return
        write(broken(reported(error, 'an answer to another program')))
        controller.close()
      } finally {
        clearInterval(quiet)
      }
    },
    cancel() {
      isGone = true
      clearInterval(quiet)
      gone()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

async function* chunksOf(
  about: ResponseHead,
  answer: ChatAnswer,
  withUsage: boolean,
): AsyncGenerator<object> {
  const head = { ...about, object: 'chat.completion.chunk', ...(withUsage ? { usage: null } : {}) }
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })
  yield chunk({ role: 'assistant', content: '' })
  for await (const piece of answer) {
    if ('text' in piece) yield chunk({ content: piece.text })
    else if ('thought' in piece) yield chunk({ reasoning_content: piece.thought })
    else if ('calls' in piece)
      yield chunk({ tool_calls: piece.calls.map((call, index) => ({ index, ...callOf(call) })) })
    else if (piece.end.error) yield openAiError(piece.end.error).body
    else {
      yield chunk({}, piece.end.finish)
      if (withUsage) yield { ...head, choices: [], usage: usageOf(piece.end.counts) }
    }
  }
}
