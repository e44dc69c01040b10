/** Words, numbers and signs, as the classifier reads them. */
const TOKEN = /\p{L}+(?:['’]\p{L}+)?|\d+|[?!]+|[^\s\p{L}\d]/gu
const MOST_TOKENS = 200

const tokensOf = (text: string): string[] => {
  const tokens: string[] = []
  for (const [token] of text.toLowerCase().replaceAll('’', "'").matchAll(TOKEN)) {
    if (tokens.length === MOST_TOKENS) break
    tokens.push(/^\d/.test(token) ? '#' : token)
  }
  return tokens
}

/**
 * Each token, pair and triple of tokens of a request once; how it begins (`^`) and ends (`$`); and, in a
 * reply, its tokens again (`re:`) with the last token of what it replies to (`b:`).
 */
export function gramsOf(request: string, before: string): Set<string> {
  const tokens = tokensOf(request)
  const grams = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    grams.add(token)
    if (before) grams.add(`re:${token}`)
    const [next, third] = [tokens[at + 1], tokens[at + 2]]
    if (next !== undefined) grams.add(`${token} ${next}`)
    if (next !== undefined && third !== undefined) grams.add(`${token} ${next} ${third}`)
  }
  for (let words = 1; words <= Math.min(3, tokens.length); words++)
    grams.add(`^${tokens.slice(0, words).join(' ')}`)
  const last = tokens.at(-1)
  if (last) grams.add(`${last}$`)
  const lastBefore = before && tokensOf(before.slice(-200)).at(-1)
  if (lastBefore) grams.add(`b:${lastBefore}`)
  return grams
}
