/** An error as the service put it. */
export type Fault = {
  /** Its sentence for people; '' = none. */
  words: string
  /** Sentence, code and body together, for the table of refusals. At most 4,000 characters. */
  heard: string
  /** The status within the body, for example of an error in mid-stream; null = none. */
  status: number | null
}

type Json = Record<string, unknown>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where services put their sentence, the most telling place first. */
const PLACES =
  'raw message error errors detail msg error_msg status_msg base_resp error_description reason title'.split(
    ' ',
  )

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The first sentence in an error of any shape: text, an object, a list, JSON within JSON. */
export function wordsOf(value: unknown, depth = 0): string {
  if (depth > 6) return ''
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined
    return (inner === undefined ? '' : wordsOf(inner, depth + 1)) || value.trim()
  }
  if (Array.isArray(value)) return value.map((each) => wordsOf(each, depth + 1)).find(Boolean) ?? ''
  if (!isObject(value)) return ''
  const said = PLACES.map((place) => wordsOf(value[place], depth + 1)).find(Boolean) ?? ''
  // A gateway's own message says little; the upstream service's is beside it.
  const upstream = isObject(value.metadata) ? wordsOf(value.metadata.raw, depth + 1) : ''
  return upstream && !upstream.includes(said) ? `${said}: ${upstream}` : upstream || said
}

const CODES = ['code', 'status', 'statusCode', 'type']
/** Codes of an error, and of the error within it. */
function codesOf(value: unknown): unknown[] {
  const found = Array.isArray(value) ? value[0] : value
  if (!isObject(found)) return []
  return [...CODES.map((name) => found[name]), ...codesOf(found.error)]
}

export function faultOf(body: unknown): Fault {
  const codes = codesOf(body)
  const status = codes.map(Number).find((code) => code >= 400 && code < 600) ?? null
  const words = wordsOf(body)
  const code = codes.filter((each) => typeof each === 'string').join(' ')
  const whole = typeof body === 'string' ? '' : (JSON.stringify(body) ?? '')
  return { words, heard: `${code} ${words} ${whole}`.slice(0, 4_000), status }
}

/** The fault in an event or body that came with a good status; null = it is none. */
export function faultIn(value: unknown): Fault | null {
  if (Array.isArray(value)) return value.length === 1 ? faultIn(value[0]) : null
  if (!isObject(value)) return null
  const { error } = value
  const named = value.object === 'error' || value.type === 'error'
  const bare = !('choices' in value) && !('type' in value) && !('output' in value)
  const odd = isObject(value.base_resp) && ![0, undefined].includes(value.base_resp.status_code as number)
  const [choice] = Array.isArray(value.choices) ? value.choices : []
  if (isObject(choice) && choice.error) return faultOf(choice.error)
  const isFault =
    named ||
    odd ||
    (error !== undefined && error !== null && error !== '' && error !== false) ||
    (bare && ['detail', 'message', 'errors'].some((place) => wordsOf(value[place]) !== ''))
  return isFault ? faultOf(value) : null
}
