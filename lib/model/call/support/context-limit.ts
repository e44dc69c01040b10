/** How services say that prompt and answer do not fit into the model's context. */
const TOO_LONG =
  /context.{0,3}(length|size|window|limit)|context_length_exceeded|exceed_context_size|maximum context|prompt is too long|prompt too long|input (is )?too long|input length exceeds|too many (input )?tokens|input token count|maximum prompt length|reduce the length of (the|your) (messages|prompt|input)|number of tokens in the prompt|request too large for model|too large for model|tokens? (in|of) (the|your) (prompt|input|messages).{0,40}exceed|keep the first \d+ tokens/i

/** Where they name the limit. */
const LIMITS = [
  /n_ctx\D{0,6}(\d+)/i,
  /(?:context|prompt|input)[ _-]?(?:length|size|window|limit)[^\d]{0,50}?(\d+)/i,
  /maximum number of (?:input )?tokens(?: allowed)?\D{0,6}(\d+)/i,
  /(\d+) (?:tokens? )?maximum/i,
  /(?:maximum|max|limit|at most|cannot exceed|up to|less than)\D{0,40}?(\d+)/i,
]

/** The tokens that fit, if the words are about that; `tokens` null = they name no number; null = they are not. */
export function contextLimitIn(words: string): { tokens: number | null } | null {
  if (!TOO_LONG.test(words)) return null
  const plain = words.replaceAll(/(\d)[,_](?=\d{3}\b)/g, '$1')
  for (const limit of LIMITS) {
    const tokens = Number(limit.exec(plain)?.[1])
    if (tokens >= 256) return { tokens }
  }
  return { tokens: null }
}

const SIZE = 1_024
/**
 * The context of a service that cuts prompts without a word (Ollama): it counts far fewer tokens than were
 * sent, and just as many as fit into a context of its size. null = nothing suggests that.
 */
export function silentLimit(reported: number, estimated: number): number | null {
  const size = Math.ceil(reported / SIZE) * SIZE
  return reported >= SIZE && reported < estimated / 2 && reported >= size * 0.98 ? size : null
}
