import {
  addCode,
  addLine,
  bounds,
  charsOf,
  excess,
  indentOf,
  type MarkdownSize,
  renderWork,
} from './markdown-bounds'

/** Lines that can be parsed on their own. `continues` = the list, quote or table began in an earlier block. */
export type TextBlock = {
  kind: 'text' | 'table' | 'fence'
  lines: string[]
  size: MarkdownSize
  continues: boolean
}
export type CodeBlock = { kind: 'code'; code: string; language: string }
export type Block = TextBlock | CodeBlock
type Fence = { sign: string; length: number; language: string }

const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})[ \t]*([\w+#.-]*)/
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/
const QUOTED_BLANK = /^ {0,3}>[ \t]*$/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)/
const DELIMITERS = /^[-:| \t]+$/
/** Code up to this size is parsed with its surroundings. */
const SHORT_CODE = { lines: 40, chars: 2_000 }
const CODE_WORK = 1_000

/** A Markdown text's top-level blocks, in linear time. `rest` = beyond the total that can be formatted. */
export function blocksOf(text: string): { blocks: Block[]; rest: string } {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let open: TextBlock | null = null
  let work = 0
  let blank = true
  /** Where the text of the current list item starts; 0 outside a list. */
  let offset = 0
  const close = () => {
    if (open && !excess(open.size)) work += renderWork(open.size)
    open = null
  }
  const start = (kind: TextBlock['kind'], continues = false): TextBlock => {
    close()
    const block = { kind, lines: [], size: { chars: 0, marks: 0, depth: 0 }, continues }
    blocks.push(block)
    open = block
    return block
  }

  for (let i = 0; i < lines.length; i++) {
    if (work > bounds.total) return { blocks, rest: lines.slice(i).join('\n') }
    const line = lines[i] ?? ''
    const after: boolean = blank
    blank = !line.trim()
    if (blank) {
      if (open) add(open, line)
      continue
    }
    const indent = indentOf(line)
    const inItem: boolean = offset > 0 && indent >= offset
    const fence = inItem || indent < 4 ? fenceOf(line) : null
    if (fence) {
      const { end, closed } = fenceEnd(lines, i, fence, inItem ? offset : 0)
      const code = lines.slice(i, end)
      i = end - 1
      if (inItem && open) {
        addCode(open.size, code)
        open.lines.push(...code)
        continue
      }
      offset = 0
      if (isShort(code)) {
        const block = start('fence')
        block.lines = code
        addCode(block.size, code)
      } else {
        const inner = code.slice(1, closed ? -1 : undefined)
        blocks.push({ kind: 'code', code: dedented(inner, indent), language: fence.language })
        work += CODE_WORK
      }
      close()
      continue
    }
    const item: RegExpExecArray | null = inItem || RULE.test(line) ? null : ITEM.exec(line)
    const inList = offset > 0 && item !== null
    if (item) offset = offsetOf(item)
    else if (after && !inItem) offset = 0
    const isFull = open !== null && renderWork(open.size) >= bounds.piece
    const table: boolean = !inItem && (after || open?.kind !== 'table') && isTable(line, lines[i + 1])
    if (table || !open || (!inItem && (after || HEADING.test(line))))
      open = start(table ? 'table' : 'text', inList)
    else if (isFull && open.kind === 'table') open = nextRows(open, start)
    else if (isFull && item) open = start('text', true)
    else if (isFull && QUOTED_BLANK.test(line)) {
      open = start('text', true)
      continue
    }
    add(open, line)
  }
  return { blocks, rest: '' }
}

function add(block: TextBlock, line: string) {
  block.lines.push(line)
  addLine(block.size, line)
}

const isShort = (code: readonly string[]) =>
  code.length <= SHORT_CODE.lines && charsOf(code) <= SHORT_CODE.chars

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

/** Code keeps its own indentation minus the fence's. */
function dedented(lines: string[], indent: number): string {
  const spaces = new RegExp(`^ {0,${indent}}`)
  return lines.map((line) => line.replace(spaces, '')).join('\n')
}

function offsetOf([, before = '', marker = '', after = '']: RegExpExecArray): number {
  const spaces = indentOf(after)
  return before.length + marker.length + (spaces > 4 || spaces === 0 ? 1 : spaces)
}

/** A divided table repeats its header; one so long that this multiplies the text makes no table. */
const isTable = (line: string, next: string | undefined) =>
  line.includes('|') &&
  next?.includes('|') === true &&
  DELIMITERS.test(next) &&
  (line.length + next.length) * 8 < bounds.piece

function nextRows(open: TextBlock, start: (kind: 'table', continues: boolean) => TextBlock): TextBlock {
  const next = start('table', true)
  for (const line of open.lines.slice(0, 2)) add(next, line)
  return next
}
