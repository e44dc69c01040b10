import type { Json } from '@/lib/model/types'
import { parseJson } from '@/lib/shared/parse-json'

export type Fault = {
  /** Its sentence for people; '' = none. */
  words: string
  /** Sentence, code and body together, without what it repeats of the request. At most 4,000 characters. */
  heard: string
  /** The status within the body, for example of an error in mid-stream; null = none. */
  status: number | null
}

/** Data that cannot be read, in place of an error. */
export const UNREADABLE: Fault = { words: '', heard: '', status: null }

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where services put their sentence, the most telling place first. */
const PLACES =
  'raw message error errors detail msg error_msg status_msg base_resp error_description reason title'.split(
    ' ',
  )

/** The first sentence in an error of any shape: text, an object, a list, JSON within JSON. */
export function faultWords(value: unknown, depth = 0): string {
  if (depth > 6) return ''
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined
    return (inner === undefined ? '' : faultWords(inner, depth + 1)) || value.trim()
  }
  if (Array.isArray(value)) return value.map((each) => faultWords(each, depth + 1)).find(Boolean) ?? ''
  if (!isObject(value)) return ''
  const said = PLACES.map((place) => faultWords(value[place], depth + 1)).find(Boolean) ?? ''
  // Pydantic names the field next to the message.
  const field = Array.isArray(value.loc) && value.loc.findLast((part) => typeof part === 'string')
  if (field && said && !said.includes(field)) return `${field}: ${said}`
  // A gateway's own message says little; the upstream service's is next to it.
  const upstream = isObject(value.metadata) ? faultWords(value.metadata.raw, depth + 1) : ''
  return upstream && !upstream.includes(said) ? `${said}: ${upstream}` : upstream || said
}

const CODES = ['code', 'status', 'statusCode', 'type']
function codesOf(value: unknown): unknown[] {
  const found = Array.isArray(value) ? value[0] : value
  if (!isObject(found)) return []
  return [...CODES.map((name) => found[name]), ...codesOf(found.error)]
}

/** Where services repeat what they were sent, or what the model wrote. */
const ECHOES = ['input', 'body', 'messages', 'tools', 'prompt', 'request', 'failed_generation']
const withoutEchoes = (name: string, value: unknown): unknown => {
  if (ECHOES.includes(name)) return undefined
  return (typeof value === 'string' && /^\s*[[{]/.test(value) && parseJson(value)) || value
}

export function faultOf(body: unknown): Fault {
  const codes = codesOf(body)
  const status = codes.map(Number).find((code) => code >= 400 && code < 600) ?? null
  const words = faultWords(body)
  const code = codes.filter((each) => typeof each === 'string').join(' ')
  const whole = typeof body === 'string' ? '' : (JSON.stringify(body, withoutEchoes) ?? '')
  return { words, heard: `${code} ${words} ${whole}`.slice(0, 4_000), status }
}

/** Whether something in the place of an error says more than that there is none. */
const saysError = (error: unknown) =>
  error === true ||
  (faultWords(error) || 'null') !== 'null' ||
  codesOf(error).some((code) => Boolean(code) && ![0, 200].includes(Number(code)))

/** A bare sentence: an error if no answer comes, else a note. */
export const bareFault = (value: unknown): Fault | null =>
  isObject(value) && ['detail', 'message', 'errors'].some((place) => faultWords(value[place]) !== '')
    ? faultOf(value)
    : null

/** The fault in an event or body that came with a good status; null = it is none. */
export function faultIn(value: unknown): Fault | null {
  if (Array.isArray(value)) return value.length === 1 ? faultIn(value[0]) : null
  if (!isObject(value)) return null
  const named = value.object === 'error' || value.type === 'error'
  const odd = isObject(value.base_resp) && Number(value.base_resp.status_code ?? 0) !== 0
  const [choice] = Array.isArray(value.choices) ? value.choices : []
  if (isObject(choice) && saysError(choice.error)) return faultOf(choice.error)
  return named || odd || saysError(value.error) ? faultOf(value) : null
}
