import { z } from 'zod'

const USE = 'Use an http or https address, for example http://127.0.0.1:11434/v1.'

/** Why a base URL is not acceptable; null = it is. */
function odd(address: string): string | null {
  if (!URL.canParse(address)) return null
  // URL parses http:///v1 as the host "v1".
  if (/^https?:\/{3}/i.test(address)) return USE
  const { username, password } = new URL(address)
  if (username || password)
    return 'An address with a name or password in it is not used. Put the key into its own field.'
  return /[?#]/.test(address)
    ? 'Leave out everything from the ? or # on: a base URL ends in its path, most in /v1.'
    : null
}

/** The base URL of a model service: http or https, with host, port and path only. */
export const baseUrlSchema = z.url({ protocol: /^https?$/, error: USE }).superRefine((address, context) => {
  const message = odd(address)
  if (message) context.addIssue({ code: 'custom', message })
})
