import type { Support } from '@/lib/shared/model-support'
import type { Fault } from '../wire/fault'

/** How services say that prompt and answer do not fit into the model's context. */
const TOO_LONG =
  /context.{0,3}(length|size|window|limit)|context_length_exceeded|exceed_context_size|maximum context|prompt is too long|prompt too long|input (is )?too long|input length exceeds|too many (input )?tokens|input token count|maximum prompt length|reduce the length of (the|your) (messages|prompt|input)|number of tokens in the prompt|request too large for model|too large for model|tokens? (in|of) (the|your) (prompt|input|messages).{0,40}exceed|keep the first \d+ tokens|\bn_ctx\b|exceeded model token limit|tokens.{0,30}must be <=/i

/** Too many tokens in a minute are not too many for the model. */
const THROTTLED = /throttl|rate.?limit|please wait|slow down|per (?:min|sec|hour|day)|again (?:later|in \d)/i

const LIMITS = [
  /must be <= (\d+)/,
  /token limit\D{0,6}(\d+)/i,
  /(\d+) (?:tokens? )?maximum/i,
  /n_ctx\D{0,6}(\d+)/i,
  /(?:context|prompt|input)[ _-]?(?:length|size|window|limit)[^\d]{0,50}?(\d+)/i,
  /maximum number of (?:input )?tokens(?: allowed)?\D{0,6}(\d+)/i,
  /(?:maximum|max|limit|at most|cannot exceed|up to|less than)\D{0,40}?(\d+)/i,
]

/** If an error is about the context: the tokens that fit, null = not said. */
export function contextLimitIn({ words, heard }: Fault, status: number): { tokens: number | null } | null {
  const isThrottled = status === 429 || (status !== 413 && THROTTLED.test(heard))
  if (isThrottled || !TOO_LONG.test(heard)) return null
  for (const text of [words, heard]) {
    const plain = text.replaceAll(/(\d)[,_](?=\d{3}\b)/g, '$1')
    for (const limit of LIMITS) {
      const tokens = Number(limit.exec(plain)?.[1])
      if (tokens >= 256) return { tokens }
    }
  }
  return { tokens: null }
}

/** The contexts that local services are started with. */
const SIZES = [2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072]
/** Of a prompt longer by this factor, a service that reads all of it counts more tokens. */
const GROWTH = 1.05
type Learned = Pick<Support, 'contextTokens' | 'suspected'>
/**
 * A service that cuts prompts silently (Ollama) counts just as many tokens as fit. One such count may be
 * chance; the same count of a longer prompt tells its context.
 */
export function silentLimit(read: number, sent: number, { suspected }: Support): Partial<Learned> {
  const size = SIZES.find((each) => read <= each && read >= each * 0.98)
  if (size === undefined || read >= sent * 0.8) return {}
  if (suspected?.read !== read) return { suspected: { read, sent } }
  return sent >= suspected.sent * GROWTH ? { contextTokens: size, suspected: null } : {}
}
