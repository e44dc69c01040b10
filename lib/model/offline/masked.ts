const MASK = '\uE000'
const QUOTED =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|"[^"\n]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<=^|[\s(:])'[^'\n]*(?:'(?=\p{L})[^'\n]*)*'(?=$|[\s.,;:!?)])/gu

/** The text with every quoted region blotted out, at the same length, so that a grammar can look at the rest and cut the original at the same places. */
export const masked = (text: string): string => text.replace(QUOTED, (found) => MASK.repeat(found.length))
export const isQuoted = (text: string) =>
  masked(text.trim()) === MASK.repeat(text.trim().length) && text.trim() !== ''

/** The text inside its quotation marks or code fence; unquoted text as it is, trimmed. */
export function unquoted(text: string): string {
  const trimmed = text.trim()
  if (!isQuoted(trimmed)) return trimmed
  if (trimmed.startsWith('```')) return trimmed.replace(/^```[^\n]*\n?/, '').replace(/\n?```$/, '')
  return trimmed.slice(1, -1)
}
