import { PLAYBOOK_SLUGS } from '@/lib/shared/learning/strategies'
import type { Mark, SearchExcerpt } from '@/lib/shared/memory/search'

const FENCES = String.raw`[^\S\n]*\x60{3}[\w+#-]*|\x60+`
const LINES = String.raw`(?<=^|\n)(?:[^\S\n]*(?:#{1,6} |(?:>(?: |(?=\n|$)))+)|[|:\-\t ]*---[|:\-\t ]*(?=\n|$))`
/** Bullets and boxes of a list; numbers stay. */
const BULLETS = String.raw`(?:^|\s*\n)[^\S\n]*(?:[-*+](?![-*+])[^\S\n]+(?:\[[ xX]\][^\S\n]+)?|[☐☑][^\S\n]+)`
const INNER = String.raw`["“'(\p{L}\p{N}][^*\n]{0,120}`
/** A single star on either side of some words, the square brackets and address of a link, and two tildes. */
const EMPHASIS = String.raw`(?<![\p{L}\p{N}*])\*(?=${INNER}\*(?![\p{L}\p{N}*]))|(?<=(?<![\p{L}\p{N}*])\*${INNER})(?<!\s)\*(?![\p{L}\p{N}*])`
const LINKS = String.raw`!?\[(?=[^\]\n]{1,200}\]\([^\s)]{1,400}\))|(?<=\[[^\]\n]{1,200})\]\([^\s)]{1,400}\)|~~(?=\S)|(?<=\S)~~`
const STARS = String.raw`\*{2,3}(?![\w*])|(?<![\w*])\*{2,3}`
/** The marks between cells, with what divides a table's head from its rows. */
const CELLS = String.raw`\s*\|(?:\s*(?::?-{2,}:?\s*)?\|)*\s*`
/** Also cut off by the end of the excerpt. */
const CITATIONS = String.raw`\s*\[turns? [\d, ]{1,80}(?:(?: of conversation [\w-]{1,80})?\]|(?:of? ?\w* ?[\w-]{0,80})?\s*$)`
const STRATEGIES = String.raw`\s*\[(?:${PLAYBOOK_SLUGS.join('|')})-[\w ,;&-]{5,180}\]`
const BLANKS = String.raw`\s{2,}|[^\S ]`
/**
 * What a one-line excerpt leaves out: code fences, the marks of headings, lists, quotations, bold text and code,
 * rules, the addresses of links, citations, repeated blanks.
 */
const NOISE = new RegExp(
  [FENCES, BULLETS, LINES, STARS, EMPHASIS, LINKS, CITATIONS, STRATEGIES, BLANKS].join('|'),
  'gu',
)
const TABLE_NOISE = new RegExp([CELLS, NOISE.source].join('|'), 'gu')
/** At least two rows of a table, or one by itself, as in summaries. */
const IS_TABLE = /\|[^\S\n]*\n[^\S\n]*\||(?:^|\n|: )\|(?:[^|\n]+\|){2,}[^\S\n]*(?:\n|$)/
/** In JSON also escapes; elsewhere a backslash may be a path. */
const ESCAPES = String.raw`(?<!\\)\\[nrt]|\\(?=["\\/])`
const JSON_NOISE = new RegExp([FENCES, LINES, STARS, ESCAPES, CITATIONS, STRATEGIES, BLANKS].join('|'), 'g')
const IS_JSON = /[[{,:]\s*"|"\s*[:,\]}]/
const MAYBE = /^[>|+☐☑-]|: \||\[turn|\]\(|~~|-\d{5}|[`#*\\\n\r\t]|\s\s|---/
const BLANK = /^(?!\s*\[)(?:\s|\\[nrt])/

const IS_BULLET = /\n[^\S\n]*[-*+☐☑]/

/** A removed piece, and the shift of what follows. */
type Move = { start: number; end: number; by: number }

/** The excerpt without noise, with the marks moved along. Plain text returns the same object. */
export function readable(excerpt: SearchExcerpt): SearchExcerpt {
  const { text, marks } = excerpt
  if (!MAYBE.test(text)) return excerpt
  const isTable = !IS_JSON.test(text) && IS_TABLE.test(text)
  const noiseIn = isTable ? TABLE_NOISE : IS_JSON.test(text) ? JSON_NOISE : NOISE
  let said = ''
  let from = 0
  const moves: Move[] = []
  const add = (start: number, end: number) => {
    said += text.slice(from, start)
    const noise = text.slice(start, end)
    const isItem = IS_BULLET.test(noise) && !/[:.!?]$/.test(said)
    const isPart = isItem || (isTable && noise.includes('|'))
    const instead = said === '' || said.endsWith(' ') ? '' : isPart ? ' · ' : BLANK.test(noise) ? ' ' : ''
    said += instead
    from = end
    moves.push({ start, end, by: said.length - end })
  }
  for (const { 0: noise, index } of text.matchAll(noiseIn)) {
    const end = index + noise.length
    // A match inside the noise stays.
    add(index, Math.min(end, marks.find(([start]) => start > index && start < end)?.[0] ?? end))
  }
  said += text.slice(from)
  const shown = isTable ? said.replace(/[\s·]+$/, '') : said.trimEnd()
  return { ...excerpt, text: shown, marks: moved(marks, moves, shown.length) }
}

const QUOTED_ROW = /(?<=: )\|((?:[^|\n]+\|){2,})[^\S\n]*(?=\n|$)/g
/** A Markdown text in which single rows of tables, as summaries quote them, are plain text. */
export const withoutRows = (text: string): string =>
  text.replace(QUOTED_ROW, (_, cells: string) =>
    cells
      .split('|')
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(' · '),
  )

/** A text that may be Markdown as one line of plain text. */
export const plainLine = (text: string): string =>
  readable({ text: text.trim(), marks: [], before: false, after: false }).text.replace(/\s+/g, ' ')

/** Characters before the first match, where an excerpt has one line. */
const LEAD = 24
/** The excerpt from shortly before its first match, so that a line that is cut off still shows it. */
export function fromMatch(excerpt: SearchExcerpt): SearchExcerpt {
  const first = excerpt.marks[0]?.[0] ?? 0
  const from = first > LEAD ? excerpt.text.lastIndexOf(' ', first - LEAD) + 1 : 0
  if (from === 0) return excerpt
  const marks = excerpt.marks.map(([start, end]): Mark => [start - from, end - from])
  return { ...excerpt, text: excerpt.text.slice(from), marks, before: true }
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
