/**
 * What is formatted at most. The parser takes quadratic time on unclosed marks and recurses into nested containers,
 * so a block beyond these is shown as the text it is. Work is counted in characters; a mark costs as much as 20.
 */
export const bounds = {
  nesting: 32,
  /** Characters of one block that cannot be divided. */
  chars: 6_000,
  /** Marks, lines included, of one block. */
  marks: 300,
  /** Work after which a list, a table or a run of blocks is divided. */
  piece: 6_000,
  /** Work formatted at once when a text appears. */
  first: 12_000,
  /** Work formatted of one text; the rest of it stays plain. */
  total: 1_500_000,
} as const

export type Reason = 'nesting' | 'length' | 'marks' | 'total'
/** `depth` = open quotes and lists. */
export type Size = { chars: number; marks: number; depth: number }

const MARKS = /[*_~`[\]<&\\|@]|https?:|www\./g
const CONTAINER = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
const MARK_CHARS = 20

export const workOf = ({ chars, marks }: Size) => chars + MARK_CHARS * marks

/** Columns of white space before the text of a line. */
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

/** Quotes and lists that a line opens; an indented item lies within the items above it. */
export function depthOf(line: string): number {
  let depth = 0
  let quotes = 0
  CONTAINER.lastIndex = 0
  while (CONTAINER.test(line)) {
    depth += 1
    if (line[CONTAINER.lastIndex - 1] === '>') quotes += 1
  }
  return depth > quotes ? depth + Math.floor(indentOf(line) / 2) : depth
}

/** Adds a line to the size of its block. A line without containers of its own may continue those above it. */
export function addLine(size: Size, line: string): void {
  const depth = line.trim() ? depthOf(line) : 0
  size.depth = Math.max(size.depth, depth)
  size.chars += line.length + 1
  size.marks += 1 + Math.max(depth, Math.min(size.depth, bounds.nesting)) + (line.match(MARKS)?.length ?? 0)
}

/** Why a block is not formatted; null when it is. */
export const excess = ({ chars, marks, depth }: Size): Exclude<Reason, 'total'> | null =>
  depth > bounds.nesting ? 'nesting' : chars > bounds.chars ? 'length' : marks > bounds.marks ? 'marks' : null

export function sizeOf(lines: readonly string[]): Size {
  const size = { chars: 0, marks: 0, depth: 0 }
  for (const line of lines) addLine(size, line)
  return size
}
