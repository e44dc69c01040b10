import { ensureUser } from '@/lib/db/users'
import { failure } from '@/lib/openai/response'
import { admitCaller } from '@/lib/services/door/admit-caller'
import type { Outside } from '@/lib/services/outside/outside'
import { service } from '@/lib/services/service'
import { reported } from '../../result'
import { baseOf } from '../base-of'
import { headersOf } from '../failed'

/** Not compressed: a compressor would hold back the words of a stream. */
const HEADERS = { 'cache-control': 'private, no-store, no-transform' }

/** Answers a program that may chat, or says why not in OpenAI's form. */
export async function entered(
  request: Request,
  answer: (who: Outside) => Promise<Response> | Response,
): Promise<Response> {
  try {
    const running = await service()
    const caller = await admitCaller(running, request.headers, 'chat')
    await ensureUser(running.db, caller.ownerId, running.runtime.now())
    const response = await answer({ ...running, ...caller, base: baseOf(request) })
    for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value)
    return response
  } catch (error) {
    const found = reported(error, `${request.method} ${new URL(request.url).pathname}`)
    return failure(found, { ...headersOf(found), ...HEADERS })
  }
}
