import { PLAYBOOK_SLUGS } from '@/lib/shared/learning/strategies'
import type { Mark, SearchExcerpt } from '@/lib/shared/memory/search'

const FENCES = String.raw`[^\S\n]*\x60{3}[\w+#-]*|\x60+`
const LINES = String.raw`(?<=^|\n)(?:[^\S\n]*(?:#{1,6} |(?:>(?: |(?=\n|$)))+)|[|:\-\t ]*---[|:\-\t ]*(?=\n|$))`
const STARS = String.raw`\*{2,3}(?![\w*])|(?<![\w*])\*{2,3}`
const CITATIONS = String.raw`\s*\[turns? [\d, ]{1,80}(?: of conversation [\w-]{1,80})?\]`
const STRATEGIES = String.raw`\s*\[(?:${PLAYBOOK_SLUGS.join('|')})-[\w ,;&-]{5,180}\]`
const BLANKS = String.raw`\s{2,}|[^\S ]`
/**
 * Noise in a one-line excerpt: code fences, heading, quotation and table marks, bold and code marks, citations,
 * repeated blanks.
 */
const NOISE = new RegExp([FENCES, LINES, STARS, CITATIONS, STRATEGIES, BLANKS].join('|'), 'g')
/** In JSON also escapes; elsewhere a backslash may be a path. */
const ESCAPES = String.raw`(?<!\\)\\[nrt]|\\(?=["\\/])`
const JSON_NOISE = new RegExp([FENCES, LINES, STARS, ESCAPES, CITATIONS, STRATEGIES, BLANKS].join('|'), 'g')
const IS_JSON = /[[{,:]\s*"|"\s*[:,\]}]/
const MAYBE = /^>|\[turn|-\d{5}|[`#*\\\n\r\t]|\s\s|---/
const BLANK = /^(?!\s*\[)(?:\s|\\[nrt])/

/** A removed piece, and the shift of what follows. */
type Move = { start: number; end: number; by: number }

/** The excerpt without noise, with the marks moved along. Plain text returns the same object. */
export function readable(excerpt: SearchExcerpt): SearchExcerpt {
  const { text, marks } = excerpt
  if (!MAYBE.test(text)) return excerpt
  let said = ''
  let from = 0
  const moves: Move[] = []
  const add = (start: number, end: number) => {
    said += text.slice(from, start)
    const instead = BLANK.test(text.slice(start, end)) && said !== '' && !said.endsWith(' ') ? ' ' : ''
    said += instead
    from = end
    moves.push({ start, end, by: said.length - end })
  }
  for (const { 0: noise, index } of text.matchAll(IS_JSON.test(text) ? JSON_NOISE : NOISE)) {
    const end = index + noise.length
    // A match inside the noise stays.
    add(index, Math.min(end, marks.find(([start]) => start > index && start < end)?.[0] ?? end))
  }
  said += text.slice(from)
  return { ...excerpt, text: said.trimEnd(), marks: moved(marks, moves, said.trimEnd().length) }
}

/** Marks at their new offsets, without those that vanished. Both lists are sorted. */
function moved(marks: readonly Mark[], moves: readonly Move[], length: number): Mark[] {
  const place = (at: number) => {
    let by = 0
    for (const move of moves) {
      if (move.end <= at) by = move.by
      else if (move.start < at) return move.end + move.by
      else break
    }
    return at + by
  }
  return marks.flatMap(([start, end]): Mark[] => {
    const mark: Mark = [place(start), Math.min(length, place(end))]
    return mark[1] > mark[0] ? [mark] : []
  })
}
