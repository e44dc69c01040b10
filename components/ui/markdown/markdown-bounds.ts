/**
 * The limits of formatting. The parser takes quadratic time on unclosed marks and recurses into nested
 * containers, so blocks beyond these are shown as plain text. Work is counted in characters; a mark costs 20.
 */
export const bounds = {
  nesting: 32,
  /** Characters in an indivisible block. */
  chars: 6_000,
  /** Marks in a block, including lines. */
  marks: 300,
  /** Work after which a list, a table or a run of blocks is divided. */
  piece: 6_000,
  /** Work formatted at once when a text appears. */
  first: 12_000,
  /** Work formatted in one text; the rest stays plain. */
  total: 1_500_000,
} as const

export type Reason = 'nesting' | 'length' | 'marks' | 'total'
/** `depth` = open quotes and lists. */
export type MarkdownSize = { chars: number; marks: number; depth: number }

const MARKS = /[*_~`[\]<&\\|@$]|https?:|www\./g
const CONTAINER = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
const MARK_CHARS = 20

export const renderWork = ({ chars, marks }: MarkdownSize) => chars + MARK_CHARS * marks

/** The indentation of a line in columns. */
export function indentOf(line: string): number {
  let columns = 0
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]
    if (sign === ' ') columns += 1
    else if (sign === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

/** Quotes and lists that a line opens. An indented item is inside the items above it. */
export function nestingOf(line: string): number {
  let depth = 0
  let quotes = 0
  CONTAINER.lastIndex = 0
  while (CONTAINER.test(line)) {
    depth += 1
    if (line[CONTAINER.lastIndex - 1] === '>') quotes += 1
  }
  return depth > quotes ? depth + Math.floor(indentOf(line) / 2) : depth
}

/** Adds a line to the size of its block. A line without containers may continue those above it. */
export function addLine(size: MarkdownSize, line: string): void {
  const depth = line.trim() ? nestingOf(line) : 0
  size.depth = Math.max(size.depth, depth)
  size.chars += line.length + 1
  size.marks += 1 + Math.max(depth, Math.min(size.depth, bounds.nesting)) + (line.match(MARKS)?.length ?? 0)
}

/** Lines of a block, with their ends. */
export const charsOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0)

/** Fenced code is quick to parse; its marks are none. */
const CODE_SHARE = 5
export function addCode(size: MarkdownSize, lines: readonly string[]): void {
  size.chars += Math.ceil(charsOf(lines) / CODE_SHARE)
  size.marks += 10 + Math.ceil(lines.length / CODE_SHARE)
}

/** Why a block is not formatted; null if it is. */
export const excess = ({ chars, marks, depth }: MarkdownSize): Exclude<Reason, 'total'> | null =>
  depth > bounds.nesting ? 'nesting' : chars > bounds.chars ? 'length' : marks > bounds.marks ? 'marks' : null

export function markdownSize(lines: readonly string[]): MarkdownSize {
  const size = { chars: 0, marks: 0, depth: 0 }
  for (const line of lines) addLine(size, line)
  return size
}
