/** Text in at most `most` lines no wider than `width`; what does not fit ends in "…". */
export function wrapText(
  text: string,
  width: number,
  most: number,
  measure: (text: string) => number,
): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const lines: string[] = []
  let line = ''
  for (const [index, word] of words.entries()) {
    const longer = line ? `${line} ${word}` : word
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (lines.length + 1 >= most || !line)
      return [...lines, cutTo(line ? `${longer} ${words.slice(index + 1).join(' ')}` : word, width, measure)]
    lines.push(line)
    line = word
    if (measure(word) > width) return [...lines, cutTo(word, width, measure)]
  }
  return line || lines.length === 0 ? [...lines, line] : lines
}

function cutTo(text: string, width: number, measure: (text: string) => number): string {
  const whole = text.trim()
  if (measure(whole) <= width) return whole
  let [low, high] = [0, Math.min(whole.length, 400)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (measure(`${whole.slice(0, middle).trimEnd()}…`) <= width) low = middle
    else high = middle - 1
  }
  return `${whole.slice(0, low).trimEnd()}…`
}
