import { literally } from '@/lib/shared/literally'
import { type Refused, refusedWith, textProblem } from './rules'

/** Lines as people count them: a final line break does not start another line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** How often `part` occurs in `text`, without overlaps. */
export function occurrences(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1
  return count
}

/** `part` with the line endings of `text`: models send `\n` for files that came with `\r\n`. */
export const inLineEndings = (text: string, part: string) =>
  text.includes('\r\n') ? part.replace(/\r?\n/g, '\r\n') : part

const around = (line: string, at: number, length: number, max: number) => {
  const from = Math.max(0, Math.min(at - Math.floor((max - length) / 2), line.length - max))
  const cut = line.slice(from, from + max).toWellFormed()
  return `${from > 0 ? '…' : ''}${cut}${from + max < line.length ? '…' : ''}`
}

/** Lines with `wanted` in either case, numbered from 1. Long lines are cut to `maxChars` around the match. */
export function matchingLines(text: string, wanted: string, maxChars: number) {
  const pattern = new RegExp(literally(wanted), 'giu')
  const found: { line: number; text: string }[] = []
  let line = 1
  let lineStart = 0
  for (const match of text.matchAll(pattern)) {
    for (
      let next = text.indexOf('\n', lineStart);
      next >= 0 && next < match.index;
      next = text.indexOf('\n', lineStart)
    ) {
      line += 1
      lineStart = next + 1
    }
    if (found.at(-1)?.line === line) continue
    const end = text.indexOf('\n', match.index)
    const whole = text.slice(lineStart, end < 0 ? undefined : end).replace(/\r$/, '')
    found.push({
      line,
      text: around(whole, match.index - lineStart, Math.min(match[0].length, maxChars), maxChars),
    })
  }
  return found
}

/** `bytes` = the file's size afterwards, known before the text is built. */
type Replacement = { ok: true; places: number; bytes: number; apply(): string } | Refused

/**
 * What replacing a passage would do: in its only place, or in every place with `all`. `$` has no special
 * meaning.
 */
export function planReplacement(
  path: string,
  text: string,
  find: string,
  replace: string,
  all: boolean,
): Replacement {
  const [old, next] = text.includes(find)
    ? [find, replace]
    : [inLineEndings(text, find), inLineEndings(text, replace)]
  if (!old) return refusedWith('The text to find is empty. Give the passage to replace.')
  if (old === next) return refusedWith('find and replace are the same, so nothing would change.')
  const unfit = textProblem(old) ?? textProblem(next)
  if (unfit) return refusedWith(unfit)
  const places = occurrences(text, old)
  if (places === 0)
    return refusedWith(`${path} does not hold this text. Read the file and copy the passage exactly.`)
  if (places > 1 && !all)
    return refusedWith(
      `This text occurs ${places} times in ${path}. Give more of the passage around it, or set all to true.`,
    )
  const bytes = Buffer.byteLength(text) + places * (Buffer.byteLength(next) - Buffer.byteLength(old))
  return { ok: true, places, bytes, apply: () => text.replaceAll(old, () => next) }
}
