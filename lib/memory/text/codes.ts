/**
 * Codes are words without meaning: hashes, ids, base64, long numbers. A log has millions of unique ones. The
 * index gives them a bounded number of shared keys, and a search confirms them in the text itself.
 */
const LEAST = 8
const LONG = 20
const LONGEST_WORD = 40
const DIGITS = 8
/** Part of a time to the second or finer: `03:04.05`, as words are cut from `T12:03:04.057Z`. */
const TIME_DIGITS = 6
/** In a code, letters and digits alternate at least once in this many characters. */
const EVERY = 4

const KEYS = 1 << 17
/** The length of a short Git hash. */
const SHORT = 7
const SHORT_KEYS = 1 << 16
const HEX = /^(?=.*\d)(?=.*[a-f])[\da-f]+$/

const isDigit = (code: number) => code >= 48 && code <= 57
export const isUpper = (code: number) => code >= 65 && code <= 90
export const isLower = (code: number) => code >= 97 && code <= 122
const isLetter = (code: number) => isUpper(code) || isLower(code)

/** Whether a word is a code: `9f86d081`, `dGhpcyBpc2`, `1700000012345`; not `iPhone12Pro`, `base64encode`. */
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

/** FNV-1a, stable across processes, because keys are stored in the database's full text too. */
export function hashOf(text: string, end = text.length): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

export const codeKey = (folded: string) => `~${(hashOf(folded) % KEYS).toString(36)}`

/** The key of the beginning of a long code, so that its short form finds a hash; null for short ones. */
export const shortKey = (folded: string): string | null =>
  folded.length < LONG ? null : `~~${(hashOf(folded, SHORT) % SHORT_KEYS).toString(36)}`

/** The same for a folded word that may be a short hash; null for other words. */
export const keyOfShort = (folded: string): string | null =>
  folded.length >= SHORT && HEX.test(folded) ? `~~${(hashOf(folded, SHORT) % SHORT_KEYS).toString(36)}` : null
