const MASK = '\uE000'
/** What may open a quotation. A single quotation mark may not within a word. */
const OPENS = /```|[`"“„«]|(?<=^|[\s(:])'/gu
/** Ends a quotation, unless it is a line break. */
const CLOSES: Record<string, RegExp> = {
  '`': /[`\n]/g,
  '"': /["\n]/g,
  '“': /”/g,
  '„': /[“”]/g,
  '«': /»/g,
  "'": /'(?!\p{L})|\n/gu,
}
const AFTER_QUOTE = /[\s.,;:!?)]/

/**
 * Finds the ends of quotations. If an opening mark finds none, later ones up to that place find none, either.
 */
function closing(text: string) {
  const vain = new Map<string, number>()
  return (sign: string, start: number): number | null => {
    const closes = CLOSES[sign]
    if (!closes) {
      const end = text.indexOf(sign, start + sign.length)
      return end < 0 ? text.length : end + sign.length
    }
    if (start < (vain.get(sign) ?? 0)) return null
    closes.lastIndex = start + 1
    const found = closes.exec(text)
    const next = found ? text.charAt(found.index + 1) : ''
    if (found && found[0] !== '\n' && (sign !== "'" || next === '' || AFTER_QUOTE.test(next)))
      return found.index + 1
    vain.set(sign, found?.index ?? text.length)
    return null
  }
}

/** Blanks every quoted region, so that a grammar sees the rest and positions stay the same. */
export function masked(text: string): string {
  const endOf = closing(text)
  let [mask, done] = ['', 0]
  OPENS.lastIndex = 0
  for (let open = OPENS.exec(text); open; open = OPENS.exec(text)) {
    const end = endOf(open[0], open.index)
    if (end === null) continue
    mask += text.slice(done, open.index) + MASK.repeat(end - open.index)
    OPENS.lastIndex = done = end
  }
  return mask + text.slice(done)
}
export const isQuoted = (text: string) =>
  masked(text.trim()) === MASK.repeat(text.trim().length) && text.trim() !== ''

/** A trimmed text without its quotation marks or code fence. */
export function unquoted(text: string): string {
  const trimmed = text.trim()
  if (!isQuoted(trimmed)) return trimmed
  if (trimmed.startsWith('```')) return trimmed.replace(/^```[^\n]*\n?/, '').replace(/\n?```$/, '')
  return trimmed.slice(1, -1)
}
