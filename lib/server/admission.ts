import type { IncomingMessage } from 'node:http'
import { ACCESS_COOKIE, guardInputOf, type Header, isOutside, ownerOf, refuse } from '@/lib/config/access'
import type { Env } from '@/lib/config/env'
import type { ErrorCode } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'

/** The size limit of a request's body and how long it may take to arrive. */
type Allowance = { bytes: number; ms: number; message: string }
export type Refusal = { status: number; code: ErrorCode; message: string }
/** `mostBytes` = what a body of unknown length may come to. */
export type Admission = { refusal: Refusal | null; bodyMs: number; known: boolean; mostBytes?: number }

const MINUTE = 60_000
/** Enough for the access token, which is all a stranger may send. */
const STRANGER: Allowance = { bytes: 16_384, ms: 10_000, message: 'Enter the access token first.' }
/** Server actions accept 1 MB (`bodySizeLimit`); the rest is encoding overhead. */
const ACTION: Allowance = { bytes: 1_150_000, ms: MINUTE, message: 'This is larger than 1 MB.' }
const ROUTES: Record<string, Allowance> = {
  '/api/files': {
    bytes: limits.workspace.totalBytes + 1_000_000,
    ms: 10 * MINUTE,
    message: 'These files are larger than 20 MB in total. Attach fewer or smaller files.',
  },
  // The route checks the size itself before it reads.
  '/api/import': { bytes: Number.POSITIVE_INFINITY, ms: 60 * MINUTE, message: '' },
}
/** What other programs send: memory, and messages with images. */
const MEMORY: Allowance = { bytes: 1_000_000, ms: MINUTE, message: ACTION.message }
const CHAT: Allowance = {
  bytes: 20_000_000,
  ms: 10 * MINUTE,
  message: 'This is larger than 20 MB. Send fewer or smaller images.',
}
const outsideAllowance = (path: string) => (/^\/api\/v1\/(chat|responses)/.test(path) ? CHAT : MEMORY)
/** The longest time any request may take. */
export const LONGEST_MS = Math.max(...Object.values(ROUTES).map(({ ms }) => ms))

const COOKIE = new RegExp(`(?:^|;\\s*)${ACCESS_COOKIE}=([^;]*)`)
const UNANSWERED = ['TRACE', 'TRACK', 'CONNECT']

/** The path of a request target; null unless it is absolute and decodes. */
function pathOf(target: string): string | null {
  const path = target.split('?', 1)[0] ?? ''
  try {
    decodeURIComponent(path)
  } catch {
    return null
  }
  return path.startsWith('/') ? path : null
}

/** The headers of a request of another program; null for a page's. */
export function outsideOf({ url = '', headers }: IncomingMessage): Header | null {
  if (!isOutside(pathOf(url) ?? '')) return null
  return (name) => headers[name]?.toString() ?? null
}

/**
 * Judges a request by its head, before any of its body is stored. `unknown` = why the caller of an address
 * for other programs is not let in.
 */
export function admit(
  env: Env,
  { method = '', url = '', headers }: IncomingMessage,
  unknown: Refusal | null = null,
): Admission {
  const path = pathOf(url)
  const outside = path !== null && isOutside(path)
  const known = outside ? !unknown : ownerOf(env, COOKIE.exec(headers.cookie ?? '')?.[1]) !== null
  const allowance = !known ? STRANGER : outside ? outsideAllowance(path) : (ROUTES[path ?? ''] ?? ACTION)
  const refused = (status: number, code: ErrorCode, message: string): Admission => ({
    refusal: { status, code, message },
    bodyMs: STRANGER.ms,
    known,
  })
  if (UNANSWERED.includes(method)) return refused(405, 'invalid', 'This method is not allowed.')
  if (path === null) return refused(400, 'invalid', 'This URL is not valid.')
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : null
  }
  const guarded = refuse(env, guardInputOf(method, path, header))
  if (guarded) return refused(guarded.status, 'invalid', guarded.message)
  // Browsers always send the length of a body, and Node reads no byte beyond it.
  const counted = headers['transfer-encoding'] !== undefined
  if (counted && !(outside && (known || headers.authorization)))
    return refused(411, 'invalid', 'Send a Content-Length header.')
  if (outside && unknown) return { refusal: unknown, bodyMs: STRANGER.ms, known }
  if (Number(headers['content-length'] ?? 0) > allowance.bytes)
    return known
      ? refused(413, 'too_large', allowance.message)
      : refused(401, 'unauthorised', allowance.message)
  const admitted = { refusal: null, bodyMs: allowance.ms, known }
  return counted ? { ...admitted, mostBytes: allowance.bytes } : admitted
}
