import { limits } from '@/lib/shared/limits'
import { visibleText } from '@/lib/shared/storable'
import { type Refused, refusedWith } from './rules'

export type PathResult = { ok: true; path: string } | Refused

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
const SLASHES = /[\\\u2044\u2215\u2216\u2571\u2572\u27cb\u27cd\u29f5\u29f8\u29f9\u2afd\ufe68\uff0f\uff3c]/g
const DOTS = /[\u2024\ufe52\uff0e]/g
/** Full stops of other scripts may be part of a name, but a segment of nothing else counts as dots. */
const FOREIGN_DOTS = /[\u06d4\u0701\u0702\u3002\ua4f8\ua60e\u{10a50}\u{1d16d}]/gu

const plain = (text: string) => text.replace(SLASHES, '/').replace(DOTS, '.')
/** Empty segments and dots in their plain form, any other segment as 'x'. */
function outline(segment: string): string {
  const bare = segment.normalize('NFKC').replace(IGNORABLE, '').replace(FOREIGN_DOTS, '.').trim()
  return /^\.*$/.test(bare) ? bare : 'x'
}
const shape = (text: string) => text.split('/').map(outline).join('/')

const OVERLONG: Record<string, string> = { ae: '.', af: '/' }
/** What a careless, repeated decoding of `%` codes would give. */
function decoded(text: string): string {
  const next = text
    .replace(/%(?:c0|e0%80|f0%80%80)%(a[ef])/gi, (_, code: string) => OVERLONG[code.toLowerCase()] ?? '')
    .replace(/%c1%9c/gi, '\\')
    .replace(/%u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'))
  return next === text ? text : decoded(next)
}

/**
 * The normal form of a path inside the workspace: NFC, segments separated by `/`, none of them empty, `.` or
 * `..`. A path that leaves the root, or hides slashes or dots behind codes, is refused.
 */
export function normalisePath(input: string): PathResult {
  const { pathChars } = limits.workspace
  if (input.length > pathChars * 4) return refusedWith(`The path is longer than ${pathChars} characters.`)
  if (!input.isWellFormed()) return refusedWith('The path contains characters that are not text.')
  const text = plain(visibleText(input).normalize('NFC').trim())
  const revealed = plain(decoded(text))
  if (CONTROL.test(input.trim()) || CONTROL.test(revealed))
    return refusedWith('The path contains control characters. Use letters, digits, dots, dashes and slashes.')
  if (shape(revealed) !== shape(text))
    return refusedWith(
      'The path hides slashes or dots behind % codes. Write it plainly, such as notes/plan.md.',
    )

  const segments: string[] = []
  for (const segment of text.split('/').map((part) => part.trim())) {
    const dots = outline(segment)
    if (dots === '' || dots === '.') continue
    if (dots === '..' && segments.length === 0)
      return refusedWith('The path leaves the workspace. Paths start at its root, such as notes/plan.md.')
    if (dots === '..') segments.pop()
    else if (dots !== 'x') return refusedWith('A name cannot be made of dots only.')
    else if (segment === '__proto__')
      return refusedWith('"__proto__" cannot be the name of a file or folder.')
    else segments.push(segment)
  }
  const path = segments.join('/')
  if (!path) return refusedWith('The path is empty. Name a file, such as notes/plan.md.')
  if (/^[a-z]:/i.test(path))
    return refusedWith(
      `"${path.slice(0, 2)}" is a drive of a computer. Paths start at the root of the workspace, such as notes/plan.md.`,
    )
  if (path.length > pathChars) return refusedWith(`The path is longer than ${pathChars} characters.`)
  return { ok: true, path }
}
