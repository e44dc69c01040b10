import { APICallError } from '@ai-sdk/provider'
import { TIME_HINTS } from '@/lib/model/provider/timeouts'
import { refusedAddress } from '@/lib/model/reach/reach-fetch'
import type { ModelResult } from '@/lib/model/types'
import type { ErrorCode, Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { parseJson } from '@/lib/shared/parse-json'
import { storableText } from '@/lib/shared/storable'
import type { Redact } from './redact'
import { retryAfterMs, saidRetryMs } from './retry'
import { contextLimitIn } from './support/context-limit'
import { faultWords, UNREADABLE } from './wire/fault'
import type { Wire } from './wire/wire'

export type Problem = {
  failure: Failure
  retryable: boolean
  retryAfterMs: number | null
  status: number | null
  /** The service's words with its codes, uncut and not for people. */
  heard: string
  /** The prompt is longer than the model can read; `tokens` = what fits, null = not said. */
  context?: { tokens: number | null }
}

export const problem = (code: ErrorCode, message: string, hint?: string, retryable = false): Problem => ({
  failure: { code, message, ...(hint ? { hint } : {}) },
  retryable,
  retryAfterMs: null,
  status: null,
  heard: '',
})

const AGAIN = 'Try again. If this keeps happening, check the provider.'
const UNTRUSTED = 'its certificate is not from an authority that this machine trusts'
const TRUST_IT =
  'Start Mneme with NODE_EXTRA_CA_CERTS=/path/to/certificate.pem, the certificate of the service or its authority.'
const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be resolved',
  EHOSTUNREACH: 'host is unreachable from here',
  ENETUNREACH: 'host is unreachable from here',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https; try http',
}

/** The context of an error. `host` is the address as shown, without user name, password or key. */
export type FailureContext = { redact: Redact; hasKey: boolean; now: Date; host: string }
type Redaction = Pick<FailureContext, 'redact' | 'host'>
type Cap = NonNullable<ModelResult['cap']>

const codeOf = (error: unknown): string => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return at.code
  return ''
}

const withoutData = (text: string) => text.replace(/data:[^\s,]{1,100},?[A-Za-z0-9+/=_-]*/g, '(image)')

/** The service's message as one short line without keys and images; '' if it is markup. */
export function sayable(text: string, redact: Redact): string {
  const line = withoutData(storableText(redact(text)))
    .replace(/\s+/g, ' ')
    .trim()
  if (/<\/?[a-z!][^>]*>/i.test(line)) return ''
  return line.length > limits.model.saidChars ? `${line.slice(0, limits.model.saidChars)}…` : line
}

const onDemand = (found: Problem, said: string): Problem =>
  said ? { ...found, failure: { ...found.failure, said } } : found

type Asked = Pick<FailureContext, 'hasKey' | 'host'>
export const byStatus = (status: number, said: string, about: Asked): Problem =>
  onDemand(statusProblem(status, said, about), said)

const auth = (message: string, hint: string) => problem('provider_auth', message, hint)
const limited = (message: string, hint: string, again = false) =>
  problem('provider_rate_limit', message, hint, again)
const failed = (message: string, hint: string, again = false) =>
  problem('provider_error', message, hint, again)

function statusProblem(status: number, said: string, { hasKey, host }: Asked): Problem {
  if (status === 401 && !hasKey)
    return auth('The provider requires an API key (401).', 'Add the key in Settings.')
  if (status === 401) return auth('The provider rejected the API key (401).', 'Check the key in Settings.')
  if (status === 403)
    return auth('The provider denied access (403).', 'Check that your API key has access to this model.')
  // Gemini says the same of a limit that ends in a moment.
  const noCredit =
    /insufficient_quota|exceeded your current quota|billing/i.test(said) && saidRetryMs(said) === null
  if (status === 402 || (status === 429 && noCredit))
    return limited(
      `The account at the provider is out of credit (${status}).`,
      'Add credit, or use another key.',
    )
  if (status === 404)
    return failed(
      `The provider at ${host} has no such model or URL (404).`,
      'Check the base URL (most end in /v1) and the model name.',
    )
  if (status === 429) return limited('Rate limited by the provider (429).', 'Try again in a moment.', true)
  if (status >= 300 && status < 400)
    return failed(
      `The provider redirects to another URL (${status}), which Mneme does not follow.`,
      'Enter the final URL in Settings.',
    )
  if (status === 408 || status === 409 || status === 425 || status >= 500)
    return failed(`Model server error (${status}).`, 'Try again.', true)
  // Groq refuses what the model wrote; written again, it may be right.
  if (/tool_use_failed|json_validate_failed|failed_generation/.test(said))
    return failed(`The provider could not read what the model wrote (${status}).`, AGAIN, true)
  const hint = 'Check the model and the base URL in Settings.'
  return failed(`The provider rejected the request (${status}).`, hint)
}

export function unreachable(error: unknown, host: string): Problem {
  const refused = refusedAddress(error)?.failure
  if (refused) return problem(refused.code, refused.message, refused.hint)
  const why = UNREACHABLE[codeOf(error)]
  return problem(
    'provider_unreachable',
    `The provider at ${host} cannot be reached${why ? `: ${why}` : ''}.`,
    why === UNTRUSTED ? TRUST_IT : 'Check that it is running and that the URL is correct.',
    why !== UNTRUSTED,
  )
}

/** What a service reported as an error; null = nothing. */
export function problemOnWire(wire: Wire | null, about: FailureContext): Problem | null {
  if (!wire?.fault) return null
  if (wire.fault === UNREADABLE)
    return problem(
      'provider_garbled',
      'Part of the answer arrived corrupted, so it is incomplete.',
      AGAIN,
      true,
    )
  const { words, heard, status: within } = wire.fault
  const said = sayable(words, about.redact)
  const isMarkup = wire.ok && said === '' && words !== ''
  if (isMarkup) return garbled(wire, about)
  const status = wire.ok ? (within ?? 500) : (wire.status ?? 500)
  const context = contextLimitIn(wire.fault, status)
  if (context) return onDemand({ ...tooLongPrompt(context.tokens), status, heard, context }, said)
  const mayWait = status === 429 || status === 503
  return {
    ...onDemand(statusProblem(status, heard, about), said),
    status,
    heard,
    retryAfterMs: mayWait ? (retryAfterMs(wire.headers, about.now) ?? saidRetryMs(said)) : null,
  }
}

const tooLongPrompt = (tokens: number | null): Problem =>
  problem(
    'provider_context',
    tokens
      ? `This model can read ${tokens.toLocaleString('en')} tokens, and the prompt is longer.`
      : 'The prompt is longer than this model can read.',
    'Choose a model with a larger context, or raise the context of your server.',
  )

export function problemOf(error: unknown, wire: Wire | null, about: FailureContext): Problem {
  if (refusedAddress(error)) return unreachable(error, about.host)
  if (APICallError.isInstance(error))
    return error.statusCode !== undefined && wire ? garbled(wire, about) : unreachable(error, about.host)
  if (codeOf(error) in UNREACHABLE) return unreachable(error, about.host)
  const words = error instanceof Error ? error.message : error
  const said = sayable(typeof words === 'string' ? words : (JSON.stringify(words) ?? ''), about.redact)
  return onDemand(failed('The provider reported an error.', AGAIN, true), said)
}

/** A 2xx response that is not a model's answer: a web page, an empty body, a JSON error, half a line. */
export function garbled(wire: Pick<Wire, 'head'>, { redact, host }: Redaction): Problem {
  let what = 'sent an invalid reply'
  if (wire.head.trim() === '') what = 'sent an empty reply'
  if (/<(!doctype|html|head|body)/i.test(wire.head)) what = 'sent a web page instead of an answer'
  const found = problem(
    'provider_garbled',
    `The provider at ${host} ${what}.`,
    'Check the base URL in Settings: it must point to the API, not the website.',
    true,
  )
  return onDemand(found, sayable(faultWords(parseJson(wire.head)), redact))
}

export function cut(wire: Wire, about: Redaction): Problem {
  if (wire.events > 0) return problem('provider_cut', 'The provider stopped mid-answer.', AGAIN, true)
  if (!wire.broken) return garbled(wire, about)
  const message = `The provider at ${about.host} closed the connection before it answered.`
  return problem('provider_unreachable', message, AGAIN, true)
}

const seconds = (ms: number) => (ms >= 1_000 ? `${Math.round(ms / 1_000)} seconds` : `${ms} ms`)

export function tooSlow(cause: 'first' | 'gap' | 'total', ms: number, host: string): Problem {
  if (cause === 'total')
    return problem('provider_timeout', `The model did not finish within ${seconds(ms)}.`, TIME_HINTS.total)
  const message =
    cause === 'first'
      ? `The provider at ${host} sent nothing for ${seconds(ms)}.`
      : `The provider sent nothing for ${seconds(ms)}.`
  return problem('provider_timeout', message, TIME_HINTS[cause], true)
}

export const tooLong = () =>
  problem(
    'provider_too_long',
    'The answer was stopped because it was far too long.',
    'What was written so far is kept. Ask for less at a time.',
  )

export const isCutEarly = ({ sent, written }: Cap) => sent === null || written < sent / 2

const empty = (message: string, hint: string, again = false) =>
  problem('provider_empty', message, hint, again)
const ANOTHER = 'Try again, or choose another model in Settings.'

/** An answer without a word or a call. A retry helps unless the service says why it is empty. */
export function nothingSaid(finish: string, cap: Cap | undefined, thought: boolean): Problem {
  if (cap && isCutEarly(cap))
    return empty(
      'The service reached its own limit, or the model’s context, before anything was written.',
      'Shorten the message, or choose another model in Settings.',
    )
  if (cap)
    return empty(
      `The model used all of its ${cap.sent} tokens before it wrote anything.`,
      'Raise “Longest answer” in Settings, or choose another model.',
    )
  if (finish === 'content-filter')
    return empty('The provider withheld the answer (content filter).', 'Rephrase the question.')
  return empty(
    thought ? 'The model only thought and gave no answer.' : 'The model sent an empty answer.',
    ANOTHER,
    true,
  )
}

export const CALLED_INSTEAD = 'The model called a tool instead of answering.'
export const calledInstead = (): Problem => empty(CALLED_INSTEAD, ANOTHER, true)
