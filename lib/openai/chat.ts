import { noteCall } from '@/lib/services/door/call-log'
import { beginChat, conversationHeader, followChat } from '@/lib/services/outside/chat'
import { isClientPrompt, isProbe } from '@/lib/services/outside/client-prompts'
import type { Outside } from '@/lib/services/outside/outside'
import { answerPrompt, askProvider, refuseItself } from '@/lib/services/outside/provider'
import { MnemeError } from '@/lib/shared/errors'
import type { ChatAnswer, ChatMessage } from '@/lib/shared/memory/chat'
import type { Depth } from '@/lib/shared/turn/depth'
import { type ChatRequest, conversationOf, providerInput, readRequest } from './request'
import { completion, type ResponseHead, stream } from './response'

/** What each model forces; null = the provider answers without memory. */
const MODELS: Record<string, { depth?: Depth } | null> = {
  'mneme-auto': {},
  'mneme-fast': { depth: 'simple' },
  'mneme-deep': { depth: 'deep' },
  'mneme-raw': null,
}
/** When these models came to be, as the protocol wants to know. */
const CREATED = Date.UTC(2026, 10, 29) / 1_000
const list = Object.keys(MODELS).map((id) => ({ id, object: 'model', created: CREATED, owned_by: 'mneme' }))
export const modelListResponse = () => Response.json({ object: 'list', data: list })
const noModel = (id: string) =>
  new MnemeError(
    'not_found',
    `There is no model ${id.slice(0, 80)}.`,
    `Use ${Object.keys(MODELS).join(', ')}.`,
  )
/** @throws MnemeError not_found */
export function oneModel(id: string): Response {
  const found = list.find((one) => one.id === id)
  if (!found) throw noModel(id)
  return Response.json(found)
}
/** The model that a turn of this depth was asked from. */
export const modelFor = (depth: Depth | undefined) =>
  Object.keys(MODELS).find((id) => depth && MODELS[id]?.depth === depth) ?? 'mneme-auto'

/** Answers `POST /chat/completions`. @throws MnemeError before the answer begins. */
export async function answerChat(who: Outside, request: Request): Promise<Response> {
  const given = readRequest(await bodyOf(request))
  const begun = await begin(who, request, given)
  const about = { id: `chatcmpl-${begun.id}`, model: given.model, created: secondsIn(who) }
  return withConversation(begun, await sent(given, about, begun))
}

/** @throws MnemeError invalid */
export const bodyOf = (request: Request): Promise<unknown> =>
  request.json().catch(() => {
    throw new MnemeError('invalid', 'The body is not valid JSON.')
  })

/**
 * An answer under way. `id` = the turn’s, or a new one where nothing is stored; `gone` is to be called when the client
 * disconnects.
 */
export type Begun = { answer: ChatAnswer; id: string; conversationId: string | null; gone(): void }

/**
 * Begins what answers a request: a turn, or for the client's own prompts and `mneme-raw` a call. `behind` = the turn
 * that the message follows, if the client names it. @throws MnemeError
 */
export async function begin(
  who: Outside,
  request: Request,
  given: ChatRequest,
  behind: string | null = null,
): Promise<Begun> {
  await refuseItself(who, request.headers.get('authorization'))
  const model = MODELS[given.model]
  if (model === undefined) throw noModel(given.model)
  const left = new AbortController()
  const gone = () => left.abort()
  request.signal.addEventListener('abort', gone, { once: true })
  const { system, messages } = conversationOf(given)
  const isPrompt = isClientPrompt(system, messages, Boolean(given.tools?.length))
  const names = await namesIn(who, request)
  const isTemporary = names.some((name) => TEMPORARY.test(name))
  if (isPrompt || isTemporary || model === null) {
    noteCall(who, isPrompt ? 'client-prompt' : isTemporary ? 'temporary-chat' : 'mneme-raw', [])
    const ask = isPrompt ? answerPrompt : askProvider
    const answer = ask(who, providerInput(given, isPrompt ? 'utility' : 'fast'), left.signal)
    return { answer, id: who.runtime.id('call'), conversationId: null, gone }
  }
  const { turnId, conversationId } = await beginChat(who, {
    ...{ system, depth: model.depth, key: header(request, 'idempotency-key') },
    ...{ name: names.find((name) => !UNNAMED.test(name)) ?? null, behind },
    ...asTurn(given, messages),
  })
  noteCall(who, 'chat', [`turn:${turnId}`])
  return { answer: followChat(who, turnId, left.signal), id: turnId, conversationId, gone }
}

export function withConversation({ conversationId }: Begun, response: Response): Response {
  if (conversationId) response.headers.set('x-mneme-conversation', conversationId)
  return response
}

export const secondsIn = ({ runtime }: Outside) => Math.floor(runtime.now().getTime() / 1_000)

const header = ({ headers }: Request, name: string) => headers.get(name)?.trim().slice(0, 300) || null
/** Placeholders that were not filled in, and new chats, name no conversation. */
const UNNAMED = /^(?:new|null|undefined|none|\{\{.*)$/i
/** How Open WebUI names a chat that it does not keep, in its newer versions and the older ones. */
const TEMPORARY = /^(?:temporary|local):/i
async function namesIn(who: Outside, request: Request): Promise<string[]> {
  const headers = ['x-mneme-conversation', await conversationHeader(who)]
  return headers.flatMap((name) => header(request, name) ?? [])
}

function sent(
  { stream: isStream, stream_options }: ChatRequest,
  about: ResponseHead,
  { answer, gone }: Begun,
): Promise<Response> | Response {
  if (!isStream) return completion(about, answer)
  const withUsage = stream_options?.include_usage === true
  return stream(about, answer, { withUsage, gone })
}

/**
 * Only the last message is new. Tools that may be left alone are: Open WebUI sends its own with every message.
 * @throws MnemeError invalid for what only a provider can do.
 */
function asTurn(given: ChatRequest, messages: ChatMessage[]) {
  const { model, tools, tool_choice: choice, response_format: form } = given
  const other = (what: string) =>
    new MnemeError('invalid', `${model} does not support ${what}.`, 'Use mneme-raw, which has no memory.')
  // What another model did with tools earlier in the conversation is left out.
  const mustCall = (choice && !['auto', 'none'].includes(choice as string)) || isProbe(messages)
  if ((tools?.length && mustCall) || messages.at(-1)?.role === 'tool') throw other('tools of another program')
  if (form && form.type !== 'text') throw other('response_format')
  const message = messages.at(-1)
  if (message?.role !== 'user')
    throw new MnemeError('invalid', 'The last message is not the user’s.', 'Send what you want to say last.')
  return { message, earlier: messages.slice(0, -1) }
}
