import { failure } from '@/lib/openai/response'
import { reported } from '@/lib/services/log'
import type { Outside } from '@/lib/services/outside/outside'
import { headersOf, UNCOMPRESSED } from '../failed'
import { callerOf } from '../outside'

/** Answers a program that may chat, or says why not in OpenAI's form. */
export async function entered(
  request: Request,
  answer: (who: Outside) => Promise<Response> | Response,
): Promise<Response> {
  try {
    const response = await answer(await callerOf(request, 'chat'))
    for (const [name, value] of Object.entries(UNCOMPRESSED)) response.headers.set(name, value)
    return response
  } catch (error) {
    const found = reported(error, `${request.method} ${new URL(request.url).pathname}`)
    return failure(found, { ...headersOf(found), ...UNCOMPRESSED })
  }
}
