import { addLine, bounds, excess, indentOf, type Size, sizeOf, workOf } from './markdown-bounds'
import { MAX_FORMULA } from './remark-formulas'

/**
 * Lines that can be parsed on their own. `part` > 0 continues the previous block; `divided` = there are
 * several parts.
 */
export type TextBlock = {
  kind: 'text' | 'list' | 'quote' | 'table' | 'fence'
  lines: string[]
  size: Size
  part: number
  divided: boolean
}
export type CodeBlock = { kind: 'code'; code: string; language: string }
/** A formula on lines of its own. `closed` = its end is there. */
export type FormulaBlock = { kind: 'formula'; tex: string; source: string; closed: boolean }
export type Block = TextBlock | CodeBlock | FormulaBlock
/**
 * `offset` = where a list item's text starts; `next` = the next item's number; `fenced` = in a code fence
 * inside a quote.
 */
type Open = TextBlock & { offset: number; next: number; fenced: boolean }
type Fence = { sign: string; length: number; language: string }

const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})[ \t]*([\w+#.-]*)/
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/
const QUOTE = /^ {0,3}>/
const QUOTED_BLANK = /^ {0,3}>[ \t]*$/
const QUOTED_FENCE = /^ {0,3}> ?(?:```|~~~)/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)])([ \t]+|$)/
/** List items that may follow a paragraph without a blank line. */
const ITEM_AFTER_TEXT = /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/
const DELIMITERS = /^[-:| \t]+$/
/** Shorter code is parsed with its surroundings; longer code stands alone, even in a list item. */
const SHORT_CODE = { lines: 40, chars: 2_000, marks: 100 }
/** What a code block's header and button cost, in marks. */
const CODE_MARKS = 10
const CODE_WORK = 1_000
/** Typesetting takes longer than formatting: per formula, and per character. */
export const formulaWork = (tex: string) => 200 + 4 * tex.length

/** Everything but plain text starts with one of these; a table has one in its first line. */
const STRUCTURE = /^[ \t]*[`~#>*+\-_\d$\\]|\|/

/**
 * The top-level blocks of a Markdown text, found line by line in linear time, with fenced code separated.
 * `rest` = what exceeds the total that can be formatted.
 */
export function blocksOf(text: string): { blocks: Block[]; rest: string } {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let open: Open | null = null
  let blank = true
  let dedent = 0
  let work = 0
  const start = (kind: Open['kind'], part = 0): Open => {
    const last = blocks.at(-1)
    if (last && 'size' in last && !excess(last.size)) work += workOf(last.size)
    const size = { chars: 0, marks: 0, depth: 0 }
    const block = { kind, lines: [], size, part, divided: part > 0, offset: 0, next: 0, fenced: false }
    blocks.push(block)
    return block
  }

  for (let i = 0; i < lines.length; i++) {
    if (work > bounds.total) return { blocks, rest: lines.slice(i).join('\n') }
    let line = lines[i] ?? ''
    if (!line.trim()) {
      if (open) add(open, line)
      blank = true
      continue
    }
    let indent = indentOf(line)
    dedent = indent < dedent ? 0 : dedent
    if (dedent) line = without(line, dedent)
    indent -= dedent
    const inItem: boolean = open?.kind === 'list' && indent >= open.offset
    const after: boolean = blank
    blank = false
    if (!STRUCTURE.test(line)) {
      if (!open || (after && !inItem)) open = start('text')
      add(open, line)
      continue
    }
    const fence = indent < 4 || inItem ? fenceOf(line) : null
    if (fence) {
      const least = dedent + (inItem ? (open?.offset ?? 0) : 0)
      const { end, closed } = fenceEnd(lines, i, fence, least)
      const short = end - i <= SHORT_CODE.lines ? sizeOf(lines.slice(i, end)) : null
      const fits = short !== null && short.chars <= SHORT_CODE.chars
      if (fits && inItem && open && short.marks <= SHORT_CODE.marks) {
        for (const part of lines.slice(i, end)) add(open, without(part, dedent))
        open.size.marks += CODE_MARKS
      } else if (fits && !inItem && !dedent) {
        const block = start('fence')
        block.lines = lines.slice(i, end)
        block.size = { chars: short.chars, marks: end - i + CODE_MARKS, depth: 0 }
        open = null
      } else {
        work += CODE_WORK
        const code = lines.slice(i + 1, closed ? end - 1 : end)
        blocks.push({ kind: 'code', code: dedented(code, indent + dedent), language: fence.language })
        dedent = least
        open = null
      }
      i = end - 1
      continue
    }
    const formula = indent < 4 || inItem ? formulaAt(lines, i) : null
    if (formula) {
      work += formulaWork(formula.tex)
      blocks.push(formula)
      dedent += inItem ? (open?.offset ?? 0) : 0
      open = null
      i = formula.end - 1
      continue
    }
    const item: RegExpExecArray | null = inItem || RULE.test(line) ? null : ITEM.exec(line)
    if (HEADING.test(line) && !inItem) {
      add(start('text'), line)
      open = null
      continue
    }
    if (item && (open?.kind === 'list' || after || !open || ITEM_AFTER_TEXT.test(line))) {
      const divided: boolean = open?.kind === 'list' && workOf(open.size) >= bounds.piece
      if (open?.kind !== 'list') open = start('list')
      else if (divided) open = Object.assign(start('list', open.part + 1), { next: open.next })
      add(open, divided ? numbered(line, item, open.next) : line)
      open.next = open.next ? open.next + 1 : Number(item[3] ?? 0) + 1
      open.offset = offsetOf(item)
    } else if (QUOTE.test(line) && !inItem) {
      if (open?.kind !== 'quote' || after) open = start('quote')
      else if (QUOTED_BLANK.test(line) && !open.fenced && workOf(open.size) >= bounds.piece) {
        open = start('quote', open.part + 1)
        continue
      }
      if (QUOTED_FENCE.test(line)) open.fenced = !open.fenced
      add(open, line)
    } else if (!inItem && open?.kind !== 'table' && isTable(line, lines[i + 1])) {
      open = start('table')
      add(open, line)
    } else if (open?.kind === 'table' && !after) {
      if (workOf(open.size) >= bounds.piece) open = nextRows(open, start)
      add(open, line)
    } else {
      if (!open || (after && !inItem)) open = start('text')
      add(open, line)
    }
  }
  return { blocks, rest: '' }
}

function add(block: TextBlock, line: string) {
  block.lines.push(line)
  addLine(block.size, line)
}

const without = (line: string, columns: number) =>
  line.slice(0, columns).trim() ? line.trimStart() : line.slice(columns)

function fenceOf(line: string): Fence | null {
  const [, signs = '', language = ''] = FENCE.exec(line) ?? []
  return signs ? { sign: signs[0] ?? '', length: signs.length, language } : null
}

/** Where fenced code ends: after its closing line, at the end of its list item, or at the end of the text. */
function fenceEnd(lines: string[], from: number, { sign, length }: Fence, least: number) {
  for (let i = from + 1; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const text = line.trim()
    if (!text) continue
    const indent = indentOf(line)
    if (indent < least) return { end: i, closed: false }
    const closes = text.length >= length && text === sign.repeat(text.length)
    if (closes && indent < least + 4) return { end: i + 1, closed: true }
  }
  return { end: lines.length, closed: false }
}

/**
 * A formula on its own lines, from `$$` or `\[` to the end of the line that closes it. It has no empty line.
 * An open one reaches to the end of the text.
 */
function formulaAt(lines: string[], from: number): (FormulaBlock & { end: number }) | null {
  const first = (lines[from] ?? '').trimStart()
  const opener = first.slice(0, 2)
  if (opener !== '$$' && opener !== '\\[') return null
  const closer = opener === '$$' ? '$$' : '\\]'
  let tex = ''
  const made = (closed: boolean, end: number) =>
    tex.trim()
      ? { kind: 'formula' as const, tex, source: lines.slice(from, end).join('\n'), closed, end }
      : null
  for (let i = from; i < lines.length && tex.length <= MAX_FORMULA; i++) {
    const line = i === from ? first.slice(2) : (lines[i] ?? '')
    const at = line.indexOf(closer)
    if (at < 0 && (line.includes(opener) || !(lines[i] ?? '').trim())) return null
    tex += `${i === from ? '' : '\n'}${at < 0 ? line : line.slice(0, at)}`
    if (at < 0) continue
    const rest = line.slice(at + 2)
    if (/^[\s.,;]*$/.test(rest)) return made(true, i + 1)
    if (i === from) return null
    // Text after the end is a line of its own.
    lines[i] = rest
    return made(true, i)
  }
  return tex.length > MAX_FORMULA ? null : made(false, lines.length)
}

/** Code keeps its own indentation minus the fence's. */
function dedented(lines: string[], indent: number): string {
  const spaces = new RegExp(`^ {0,${indent}}`)
  return (indent ? lines.map((line) => line.replace(spaces, '')) : lines).join('\n')
}

function offsetOf([, before = '', marker = '', , after = '']: RegExpExecArray): number {
  const spaces = indentOf(after)
  return before.length + marker.length + (spaces > 4 || spaces === 0 ? 1 : spaces)
}

/** The first item of a list's next part continues the numbering. */
const numbered = (line: string, item: RegExpExecArray, number: number) =>
  item[3] ? line.replace(item[3], String(number)) : line

/**
 * A divided table repeats its header. A header so long that this would multiply the text is not treated as a
 * table.
 */
const isTable = (line: string, next: string | undefined) =>
  line.includes('|') &&
  next?.includes('|') === true &&
  DELIMITERS.test(next) &&
  (line.length + next.length) * 8 < bounds.piece

function nextRows(open: Open, start: (kind: 'table', part: number) => Open): Open {
  open.divided = true
  const next = start('table', open.part + 1)
  for (const line of open.lines.slice(0, 2)) add(next, line)
  return next
}
