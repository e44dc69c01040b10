/** A text within `most` characters: if it is longer, its beginning up to a word, and an ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
  const word = /^\s/.test(text.slice(most)) ? start : start.replace(/\s+\S*$/, '')
  return `${word.replace(/[\s,;:.–—-]+$/, '')}…`
}
