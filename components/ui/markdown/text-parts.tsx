'use client'
import { memo } from 'react'

/** Wrapped lines of Arabic, Thai or Chinese take quadratic time to lay out, so parts are no longer. */
const PART_CHARS = 1_200
const PART_LINES = 60
const SHORT = 2_400
const LINE_CHARS = 70

/** The text in parts, split at a line end, else at a space, else anywhere. Joined, they are the text. */
export function textParts(text: string): string[] {
  if (text.length <= SHORT && lineEnds(text, PART_LINES) < 0) return [text]
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const part = text.slice(from, from + PART_CHARS)
    const lines = lineEnds(part, PART_LINES)
    const end = lines >= 0 ? lines : from + part.length === text.length ? part.length : cutAt(part)
    parts.push(part.slice(0, end))
    from += end
  }
  return parts
}

/** Where line `count` ends, or -1. */
function lineEnds(text: string, count: number): number {
  let at = -1
  for (let line = 0; line < count; line++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return -1
  }
  return at + 1
}

function cutAt(part: string): number {
  const line = part.lastIndexOf('\n') + 1
  if (line > 0) return line
  const space = part.lastIndexOf(' ') + 1
  if (space > PART_CHARS / 2) return space
  return /[\uD800-\uDBFF]$/.test(part) ? part.length - 1 : part.length
}

const heightOf = (part: string, wrapped: boolean) => {
  const lines = part.split('\n')
  const shown = wrapped
    ? lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARS)), 0)
    : lines.length
  return `${shown}lh`
}

type Props = { text: string; wrapped?: boolean }

/** Text of any length in an element that keeps white space: parts off screen cost no layout. */
export const TextParts = memo(function TextParts({ text, wrapped = true }: Props) {
  const parts = textParts(text)
  if (parts.length < 2) return text
  return parts.map((part, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their places
      key={index}
      className="lazy-part"
      style={{ containIntrinsicBlockSize: `auto ${heightOf(part, wrapped)}` }}
    >
      {part}
    </span>
  ))
})

const VERY_LONG = 5_000

/** A class for text with very long words; see `unkerned` in globals.css. */
export const longTextClass = (text: string) => (text.length > VERY_LONG ? 'unkerned' : '')
