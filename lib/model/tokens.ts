import { countTokens as countPiece } from 'gpt-tokenizer/encoding/o200k_base'

/** Special tokens are counted as the plain text they are in a prompt; by default the tokenizer throws on them. */
const PLAIN = { disallowedSpecial: new Set<string>() }
/**
 * Merging is quadratic in the length of a run, so texts are counted in pieces. A piece ends where no token reaches across: between a
 * word and the space behind it. A run without such a place is cut all the same, at most one token more per cut.
 */
const PIECE = 256

const SPACE = 32
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const window = text.slice(at, at + PIECE + 1)
    let end = window.length
    if (end > PIECE) {
      end = window.lastIndexOf(' ')
      while (end > 0 && window.charCodeAt(end - 1) <= SPACE) end = window.lastIndexOf(' ', end - 1)
      if (end <= 0) end = /[\uD800-\uDBFF]/.test(window.charAt(PIECE - 1)) ? PIECE - 1 : PIECE
    }
    pieces.push(window.slice(0, end))
    at += end
  }
  return pieces
}

/** The tokens of pieces: the same text is counted as a message, as an item of a prompt and as part of it. */
const cache = new Map<string, number>()
const CACHED = 16_384

function tokensOf(piece: string): number {
  const known = cache.get(piece)
  if (known !== undefined) return known
  const tokens = countPiece(piece, PLAIN)
  if (cache.size >= CACHED) cache.delete(cache.keys().next().value ?? '')
  // A copy does not keep the long text in memory that the piece was cut from.
  cache.set([...piece].join(''), tokens)
  return tokens
}

/** Counting takes about a microsecond a token: a text is counted whole up to so many tokens, beyond them one piece in ten. */
const WHOLE = 20_000
const SAMPLE = 10

/**
 * Tokens of a text by OpenAI's o200k encoding, estimated for what is far longer than a prompt. Server only. Never throws; repeated
 * pieces come from a small cache.
 */
export function countTokens(text: string): number {
  const pieces = piecesOf(text)
  let [total, at] = [0, 0]
  for (; at < pieces.length && total < WHOLE; at++) total += tokensOf(pieces[at] ?? '')
  let [sampled, chars, rest] = [0, 0, 0]
  for (const [place, piece] of pieces.slice(at).entries()) {
    rest += piece.length
    if (place % SAMPLE !== 0) continue
    sampled += tokensOf(piece)
    chars += piece.length
  }
  return chars > 0 ? total + Math.round((sampled * rest) / chars) : total
}
