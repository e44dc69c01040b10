import katex from 'katex'
import 'katex/dist/katex.min.css'
import { bounds } from './markdown-bounds'
import { MAX_FORMULA } from './remark-formulas'

/** In em; a formula that draws further than `FAR` from its place is not shown. */
const MAX_SIZE = 20
const FAR = /[":;]margin-(?:left|right):-?\d{2,}|:-?\d{3,}[\d.]*em/
const MAX_HTML = 200_000
const MAX_EXPANSIONS = 200

/** The deepest nesting of braces, as TeX would read them. */
function depthOf(tex: string): number {
  let deepest = 0
  let depth = 0
  for (const [mark] of tex.matchAll(/\\[\s\S]|[{}]/g)) {
    if (mark === '{') depth += 1
    else if (mark === '}') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** HTML and MathML; null = not TeX or beyond the bounds. KaTeX escapes text; untrusted, it makes no links. */
export function typeset(tex: string, displayMode: boolean): string | null {
  if (tex.length > MAX_FORMULA || depthOf(tex) > bounds.nesting) return null
  try {
    const html = katex.renderToString(tex, {
      displayMode,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: MAX_EXPANSIONS,
      maxSize: MAX_SIZE,
    })
    return html.length > MAX_HTML || FAR.test(html) ? null : html
  } catch {
    return null
  }
}
