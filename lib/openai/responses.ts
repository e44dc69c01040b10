import type { Outside } from '@/lib/services/outside/outside'
import { MnemeError } from '@/lib/shared/errors'
import { begin, bodyOf, secondsIn, withConversation } from './chat'
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
      'Send the whole conversation as input.',
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
