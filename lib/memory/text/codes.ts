/**
 * Codes are words that carry no meaning: hashes, ids, base64, long numbers. A log has millions of them, each
 * once. The index keeps them under a bounded number of keys, which many codes share; a search looks at the
 * text itself.
 */
const LEAST = 8
const LONG = 20
const LONGEST_WORD = 40
const DIGITS = 8
/** Of a time to the second or finer: `03:04.05`, as a log line with `T12:03:04.057Z` is cut. */
const TIME_DIGITS = 6
/** Letters and digits change places at least once in so many characters. */
const EVERY = 4

const KEYS = 1 << 17
/** As long as the short form of a Git hash. */
const SHORT = 7
const SHORT_KEYS = 1 << 16
const HEX = /^(?=.*\d)(?=.*[a-f])[\da-f]+$/

const isDigit = (code: number) => code >= 48 && code <= 57
const isUpper = (code: number) => code >= 65 && code <= 90
const isLower = (code: number) => code >= 97 && code <= 122
const isLetter = (code: number) => isUpper(code) || isLower(code)

/**
 * Whether a word, as written, is a code: `9f86d081`, `dGhpcyBpc2`, `1700000012345`; not `iPhone12Pro`,
 * `base64encode`.
 */
export function isCode(word: string): boolean {
  if (word.length < LEAST) return false
  if (word.length > LONGEST_WORD) return true
  let [digits, changes, humps] = [0, 0, 0]
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    const digit = isDigit(code)
    if (digit) digits += 1
    if (i === 0) continue
    const before = word.charCodeAt(i - 1)
    if ((digit && isLetter(before)) || (isLetter(code) && isDigit(before))) changes += 1
    else if (isUpper(code) && isLower(before)) humps += 1
  }
  if (digits === 0) return false
  if (digits >= TIME_DIGITS && word.includes(':')) return true
  return digits >= DIGITS || (changes + (word.length >= LONG ? humps : 0)) * EVERY >= word.length
}

/** FNV-1a: the same in every process, since keys are stored in the database's full text too. */
function hashOf(text: string, end = text.length): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The key of a folded code. */
export const codeKey = (folded: string) => `~${(hashOf(folded) % KEYS).toString(36)}`

/**
 * The key of what a long code begins with, so that a hash is found by its short form; null for short ones.
 */
export const shortKey = (folded: string): string | null =>
  folded.length < LONG ? null : `~~${(hashOf(folded, SHORT) % SHORT_KEYS).toString(36)}`

/** The same for a folded word that may be the short form of a hash; null for one that is none. */
export const keyOfShort = (folded: string): string | null =>
  folded.length >= SHORT && HEX.test(folded) ? `~~${(hashOf(folded, SHORT) % SHORT_KEYS).toString(36)}` : null

/** What a word of the language never begins with. */
export const isCodeKey = (key: string) => key.startsWith('~')
