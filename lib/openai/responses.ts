import { followChat } from '@/lib/services/outside/chat'
import type { Outside } from '@/lib/services/outside/outside'
import { clientTurn } from '@/lib/services/outside/thread'
import { isSettled } from '@/lib/shared/dto'
import { MnemeError } from '@/lib/shared/errors'
import { readOptions } from '@/lib/shared/schemas'
import { begin, bodyOf, modelFor, secondsIn, withConversation } from './chat'
import { eventStream, failure, LOST, openAiError } from './response'
import { eventsOf } from './responses-events'
import { readResponsesRequest } from './responses-request'

const PREFIX = 'resp_'

/** Answers `POST /responses`, by the same turns as Chat Completions. @throws MnemeError before the answer begins. */
export async function answerResponses(who: Outside, request: Request): Promise<Response> {
  const { request: given, previous } = readResponsesRequest(await bodyOf(request))
  if (previous && given.model === 'mneme-raw')
    throw new MnemeError(
      'invalid',
      'mneme-raw stores nothing, so there is no previous response.',
      'Send the whole conversation as input (in the AI SDK with store: false).',
    )
  const begun = await begin(who, request, given, previous?.slice(PREFIX.length) ?? null)
  const about = { id: `${PREFIX}${begun.id}`, model: given.model, created: secondsIn(who) }
  const events = eventsOf({ ...about, previous }, begun.answer)
  if (given.stream) return withConversation(begun, streamed(events, begun.gone))
  for await (const event of events) {
    if ('failure' in event) return failure(event.failure)
    if (event.last) return withConversation(begun, Response.json(event.data.response))
  }
  return failure(LOST)
}

/** Answers `GET /responses/ID`: the turn as it is now, or its events. @throws MnemeError not_found */
export async function storedResponse(who: Outside, request: Request, id: string): Promise<Response> {
  const hint = 'It may be of another program, or forgotten. mneme-raw stores none.'
  const turn = await clientTurn(who, id.slice(PREFIX.length), hint)
  const left = new AbortController()
  const gone = () => left.abort()
  request.signal.addEventListener('abort', gone, { once: true })
  const about = {
    ...{ id: `${PREFIX}${turn.id}`, model: modelFor(readOptions(turn.options).depth) },
    created: Math.floor(turn.createdAt.getTime() / 1_000),
    previous: turn.parentId && `${PREFIX}${turn.parentId}`,
  }
  const events = eventsOf(about, followChat(who, turn.id, left.signal))
  if (new URL(request.url).searchParams.get('stream') === 'true') return streamed(events, gone)
  const isOver = isSettled(turn.status)
  for await (const event of events)
    if (!isOver || event.last || 'failure' in event) return Response.json(event.data.response)
  return failure(LOST)
}

/** Mneme forgets for a person, not for a program that tidies up. */
export function refuseDeleting(): Response {
  const { body } = openAiError({
    code: 'invalid',
    message: 'Mneme keeps what was said to it.',
    hint: 'The person can forget it in Mneme, and a program by the tool forget of /api/mcp.',
  })
  return Response.json(body, { status: 405, headers: { allow: 'GET' } })
}

function streamed(events: ReturnType<typeof eventsOf>, gone: () => void): Response {
  let number = 0
  const lineOf = (type: string, data: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...data })}`
  const lines = async function* () {
    for await (const { type, data } of events) yield lineOf(type, data)
  }
  const broken = (error: Parameters<typeof openAiError>[0]) => {
    const { code, message } = openAiError(error).body.error
    return lineOf('error', { code, message, param: null })
  }
  return eventStream(lines(), broken, gone)
}
