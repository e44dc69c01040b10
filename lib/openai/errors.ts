import { type ErrorCode, type Failure, HTTP_STATUS } from '@/lib/shared/errors'

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

/** A failure in OpenAI's form. What a provider failed with is a 502, so that nobody takes it for their own mistake. */
export function openAiError({ code, message, hint }: Failure) {
  const status = STATUS[code] ?? 502
  const body = { message: [message, hint].filter(Boolean).join(' '), type: typeOf(status), param: null }
  return { status, body: { error: { ...body, code: CODES[code] ?? code } } }
}
