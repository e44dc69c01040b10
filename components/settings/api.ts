import type * as settings from '@/app/actions/settings'
import type { Result } from '@/lib/shared/errors'
import { callAction } from '../ui/call-action'

type Answer<Ask extends (input: never) => unknown> = Awaited<ReturnType<Ask>>
type Input = Parameters<typeof settings.saveProvider>[0]

/** The settings page's questions to a service that may be slow. Null when aborted. */
async function ask<T>(what: string, input: unknown, signal: AbortSignal): Promise<Result<T> | null> {
  const result = await callAction<T>(async () => {
    const init = { method: 'POST', body: JSON.stringify(input), signal }
    const response = await fetch(`/api/provider/${what}`, {
      ...init,
      headers: { 'content-type': 'application/json' },
    })
    const body = (await response.json()) as Result<T> | { error: Extract<Result<T>, { ok: false }>['error'] }
    return 'ok' in body ? body : { ok: false, error: body.error }
  })
  return signal.aborted ? null : result
}

type Value<R> = R extends { ok: true; value: infer T } ? T : never
export const testProvider = (input: Input, signal: AbortSignal) =>
  ask<Value<Answer<typeof settings.testProvider>>>('test', input, signal)
export const readModels = (input: Parameters<typeof settings.readModels>[0], signal: AbortSignal) =>
  ask<Value<Answer<typeof settings.readModels>>>('models', input, signal)
