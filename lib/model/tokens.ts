import { countTokens as countPiece, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { keepLast } from '@/lib/shared/keep-last'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'

/** Special tokens count as plain text. By default the tokenizer throws on them. */
const PLAIN = { disallowedSpecial: new Set<string>() }
/**
 * Merging is quadratic in the length of a run, so pieces are counted. They end after a line or before a
 * space, where no token crosses; longer runs are cut anywhere, which adds at most a token per cut.
 */
const PIECE = 256

const SPACE = 32
/** So that a text has the same pieces whatever stands above it. One token may hold "/" after a newline. */
const LINE = /\n(?=[^\s/])/
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const window = text.slice(at, at + PIECE + 1)
    const line = window.search(LINE)
    let end = line < 0 ? window.length : line + 1
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

/** Counts of pieces. The same text occurs as a message, as a prompt item and as part of one. */
const cache = new Map<string, number>()
const CACHED = 16_384

function tokensOf(piece: string): number {
  const known = cache.get(piece)
  if (known !== undefined) return known
  const tokens = countPiece(piece, PLAIN)
  // Joined and cut, V8 makes a copy: a slice of the source would keep all of that long text in memory.
  keepLast(cache, CACHED, ` ${piece}`.slice(1), tokens)
  return tokens
}

/** Counting takes about a microsecond per token. Beyond this length only every tenth piece is counted. */
const WHOLE = 20_000
const SAMPLE = 10

/** Tokens by OpenAI's o200k encoding, estimated for very long texts. Server only. Never throws. */
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

const rarities = new Map<string, number>()
/**
 * How rare a word is, in [0, 1]: the number of its token, since the vocabulary is roughly in the order of
 * frequency; a word of several tokens is rare.
 */
export function rarityInLanguage(word: string): number {
  const known = rarities.get(word)
  if (known !== undefined) return known
  const [token = 0, ...more] = encode(`${/^\d/.test(word) ? '' : ' '}${word.slice(0, LONGEST_WORD)}`, PLAIN)
  const [least, most] = limitsOfRetrieval.tellingRanks
  const rare = more.length > 0 ? 1 : Math.log(Math.max(1, token / least)) / Math.log(most / least)
  keepLast(rarities, CACHED, word, Math.min(1, rare))
  return Math.min(1, rare)
}
const LONGEST_WORD = 40
