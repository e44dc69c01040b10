import { z } from 'zod'
import { UNSTORABLE, visibleText } from './storable'

const USE = 'Use an http or https URL, for example http://127.0.0.1:11434/v1.'

/** Why a base URL is not acceptable; null = it is. */
function odd(address: string): string | null {
  if (!URL.canParse(address)) return null
  if (UNSTORABLE.test(address)) return USE
  // URL parses http:///v1 as the host "v1".
  if (/^https?:\/{3}/i.test(address)) return USE
  const { username, password } = new URL(address)
  if (username || password)
    return 'The address must not contain a user name or password. Enter the API key in its own field.'
  return /[?#]/.test(address)
    ? 'Remove everything from the ? or # onwards. A base URL ends with its path, usually /v1.'
    : null
}

/** Hosts that speak http: this machine, its network, a bare IP address. */
const LOCAL = /^(localhost|\[|(\d+\.){3}\d+|[^.:/]+(?=[:/]|$)|[^:/]+\.(local|lan|internal)(?=[:/]|$))/i
const ENDPOINT = /\/(chat\/completions|completions|responses|models|embeddings|messages)$/

/** A pasted address as a base URL: with a scheme, and without an endpoint or a slash at its end. */
export function cleanUrl(typed: string): string {
  const text = typed.trim().replace(/^["'<]+|["'>]+$/g, '')
  const isWhole =
    text === '' || /^[a-z][\w+.-]*:\/\//i.test(text) || /^(\/\/|(data|javascript|blob|unix):)/i.test(text)
  const url = isWhole ? text : `${LOCAL.test(text) ? 'http' : 'https'}://${text}`
  return url.replace(/\/+$/, '').replace(ENDPOINT, '').replace(/\/+$/, '')
}

/** The base URL of a provider: http or https, with host, port and path only. */
export const baseUrlSchema = z
  .url({ protocol: /^https?$/, error: USE })
  .overwrite(visibleText)
  .superRefine((address, context) => {
    const message = odd(address)
    if (message) context.addIssue({ code: 'custom', message })
  })
