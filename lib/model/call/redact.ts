const MARK = '[key]'
const PATTERNS: [RegExp, string][] = [
  [/\bsk-[A-Za-z0-9_*.…-]{3,}/g, MARK],
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, `$1 ${MARK}`],
  [/(\/\/)[^\s/@]+@/g, `$1${MARK}@`],
  [
    /((?:api[-_ ]?key|authorization|access[-_ ]?token|x-api-key)["']?\s*[:=]\s*["']?)(?!\[key\]|Bearer\b|Basic\b)[^\s"',;&]{6,}/gi,
    `$1${MARK}`,
  ],
]
/** A shorter "key" (a placeholder such as `x`) would blank out ordinary letters. */
const SHORTEST = 4

export type Redact = (text: string) => string

/** Removes these keys and whatever looks like a key from a text for people or logs. */
export function createRedact(keys: readonly (string | null | undefined)[]): Redact {
  const known = keys.filter((key) => typeof key === 'string' && key.length >= SHORTEST) as string[]
  const exact = [
    ...new Set(known.flatMap((key) => [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])),
  ].sort((a, b) => b.length - a.length)
  return (text) => {
    let clean = text
    for (const key of exact) clean = clean.replaceAll(key, MARK)
    for (const [pattern, mark] of PATTERNS) clean = clean.replace(pattern, mark)
    return clean
  }
}
