import type { MarkdownNode } from './markdown-node'

/**
 * Formulas in running text: `$x$`, `$$x$$`, `\(x\)` and `\[x\]`. Markdown would read a formula's backslashes
 * and underscores as its own, so its characters are moved to a private plane of Unicode before parsing and
 * back after it. A single dollar is a price unless it stands like a quotation mark: no space inside, no
 * letter or digit outside.
 */
/** Longer ones are text. It also bounds the search for the end of an unclosed one. */
export const MAX_FORMULA = 2_000

const NOT_BLANK_LINE = String.raw`(?!\n[ \t>]*\n)`
const FENCED = String.raw`(?<=^|\n)[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(\x60{3,}(?=[^\x60\n]*(?:\n|$))|~{3,})[^\n]*(?:[\s\S]*?\n[ \t>]*\1[\x60~]*[ \t]*(?=\n|$)|[\s\S]*$)`
const ESCAPED = String.raw`\\[\\$\x60]`
const ADDRESS = String.raw`https?:\/\/\S+`
/** `5 or 10` between two dollars. */
const PRICE = String.raw`\d[^\\$]*\s\p{L}{2,}`
const body = (char: string) => `(?:${NOT_BLANK_LINE}(?:${char})){1,${MAX_FORMULA}}?`

/** Code and addresses, which hold no formulas, and formulas; if `live`, also those still being written. */
function patternOf(live: boolean): RegExp {
  const end = (mark: string, half: string) => (live ? `(?:${mark}|${half}$)` : mark)
  const span = String.raw`(?<!\x60)(\x60+)(?!\x60)(?:${NOT_BLANK_LINE}[\s\S])*?${end(String.raw`(?<!\x60)\2(?!\x60)`, '')}`
  const dollar = String.raw`(?<![\p{L}\p{N}\\$])\$(?![\s$])`
  const inDollars = body(String.raw`\\[\s\S]|[^\\$]`)
  const formulas = [
    String.raw`\\\[${body(String.raw`\\[^[\]]|[^\\]`)}${end(String.raw`\\\](?!\()`, String.raw`\\?`)}`,
    String.raw`\\\(${body(String.raw`\\[^()]|[^\\]`)}${end(String.raw`\\\)`, String.raw`\\?`)}`,
    String.raw`\$\$(?!\$)${body(String.raw`\\[\s\S]|\$(?!\$)|[^\\$]`)}${end(String.raw`\$\$(?!\$)`, '[\\\\$]?')}`,
    String.raw`${dollar}(?!${PRICE})${inDollars}(?<!\s)\$(?![\p{L}\p{N}$])`,
    ...(live ? [String.raw`${dollar}(?=[^$\n]*[\\^_{])${inDollars}\\?$`] : []),
  ]
  return new RegExp([FENCED, span, ESCAPED, ADDRESS, `(${formulas.join('|')})`].join('|'), 'gu')
}
const FINISHED = patternOf(false)
const LIVE = patternOf(true)

const PLANE = 0xf0000
const END = '\u{100000}'
const HIDDEN = /([\u{f0000}-\u{fffff}]+)\u{100000}/gu
const hidden = (source: string) =>
  source.replace(/[\s\S]/g, (unit) => String.fromCodePoint(PLANE + unit.charCodeAt(0))) + END
const shown = (text: string) =>
  text.replace(HIDDEN, (_, characters: string) =>
    Array.from(characters, (one) => String.fromCharCode((one.codePointAt(0) ?? PLANE) - PLANE)).join(''),
  )

const CLOSERS: Record<string, string> = { '\\[': '\\]', '\\(': '\\)', $$: '$$' }
const QUOTED = /\n[ \t]*(?:>[ \t]?)+/g

/** Hides formulas from the parser until `remarkFormulas`. `live` closes the one still being written. */
export function hideFormulas(markdown: string, live = false): string {
  return markdown.replace(
    live ? LIVE : FINISHED,
    (found, _fence, _ticks, formula: string | undefined, at) => {
      if (!formula) return found
      const opener = formula.slice(0, 2) in CLOSERS ? formula.slice(0, 2) : '$'
      const closer = CLOSERS[opener] ?? '$'
      const isClosed = formula.endsWith(closer) && formula.length > opener.length + closer.length
      // The closing mark itself may be half there.
      const tex = isClosed
        ? formula.slice(opener.length, -closer.length)
        : formula.slice(opener.length).replace(closer === '$$' ? /\$$/ : /(?<!\\)(\\\\)*\\$/, '$1')
      if (!tex.trim()) return found
      const isQuoted = /(?:^|\n)[ \t]*>[^\n]*$/.test(markdown.slice(0, at))
      return hidden(opener + (isQuoted ? tex.replace(QUOTED, '\n') : tex) + closer)
    },
  )
}

/** The formula in a `code` element of these classes; null for code. */
export function formulaKind(className: string | undefined): 'inline' | 'display' | null {
  if (className === 'language-math') return 'inline'
  return className === 'language-math-display' ? 'display' : null
}

/** A remark plugin: hidden formulas become nodes; where there can be none, as in code, their source. */
export function remarkFormulas() {
  return (tree: MarkdownNode) => show(tree)
}

function show(node: MarkdownNode) {
  for (const key of ['value', 'url', 'title', 'alt'] as const) {
    const text = node[key]
    if (text) node[key] = shown(text)
  }
  node.children = node.children?.flatMap((child) => (child.type === 'text' ? parts(child) : [child]))
  for (const child of node.children ?? []) if (child.type !== 'formula') show(child)
}

const parts = ({ value = '' }: MarkdownNode): MarkdownNode[] =>
  value.split(HIDDEN).flatMap((part, index): MarkdownNode[] => {
    if (index % 2 === 0) return part ? [{ type: 'text', value: part }] : []
    const source = shown(part + END)
    const size = /^\$(?!\$)/.test(source) ? 1 : 2
    const isDisplay = source.startsWith('$$') || source.startsWith('\\[')
    const tex = source.slice(size, -size)
    const className = [isDisplay ? 'language-math-display' : 'language-math']
    const data = { hName: 'code', hProperties: { className }, hChildren: [{ type: 'text', value: tex }] }
    return [{ type: 'formula', value: tex.trim(), data }]
  })
