import { keysIn } from '@/lib/heuristics/secrets/secret-forms'

const MARK = '[key]'
/** A value that is no word: it has a digit, or is very long. */
const CODE = `(?=[^\\s"',;&]*\\d|[^\\s"',;&]{20})[^\\s"',;&]{6,}`
const PATTERNS: [RegExp, string][] = [
  // As services quote a refused key: sk-proj-Ab12*****xYz9.
  [/(?<![\w-])[sprm]k-[\w-]*(?:\*{2,}|…|\.{3})[\w*-]*/g, MARK],
  [/(?<=\w:\/\/)(?:[^\s/@:?#"]*:[^\s/@?#"]+|[^\s/@:?#"]{20,})(?=@)/g, MARK],
  // In the place of a header, whatever it looks like.
  [/(authorization["']?\s*[:=]\s*["']?(?:Bearer|Basic|Token)\s+)[^\s"',;]+/gi, `$1${MARK}`],
  [
    new RegExp(
      `((?<![a-z])(?:(?:x[-_]?)?api[-_ ]?key|authorization|(?:access|auth|refresh|id|session)?[-_ ]?token|(?:client|api)?[-_ ]?secret|password)["']?\\s*[:=]\\s*["']?)${CODE}`,
      'gi',
    ),
    `$1${MARK}`,
  ],
]
/** Credentials of basic access: base64 of `name:password`. Words such as "basic HTML" are not. */
const BASIC = /(?<=\bbasic\s+)[\w+/]{8,}={0,2}/gi
const isNamePassword = (code: string) => {
  try {
    return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(atob(code))
  } catch {
    return false
  }
}
/** A "key" that is a word (a placeholder such as `ollama`) would blank out ordinary text. */
const isNoWord = (key: string) => key.length >= 12 || (key.length >= 4 && /\d/.test(key))

export type Redact = (text: string) => string

/** Removes these keys and whatever has the form of a key from a text for people or logs. */
export function createRedact(keys: readonly (string | null | undefined)[]): Redact {
  const known = keys.filter((key) => typeof key === 'string' && isNoWord(key)) as string[]
  const exact = [
    ...new Set(known.flatMap((key) => [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])),
  ].sort((a, b) => b.length - a.length)
  return (text) => {
    let clean = text
    for (const key of exact) clean = clean.replaceAll(key, MARK)
    for (const [pattern, mark] of PATTERNS) clean = clean.replace(pattern, mark)
    clean = clean.replace(BASIC, (code) => (isNamePassword(code) ? MARK : code))
    for (const { start, end } of keysIn(clean).sort((a, b) => b.start - a.start))
      clean = clean.slice(0, start) + MARK + clean.slice(end)
    return clean
  }
}
