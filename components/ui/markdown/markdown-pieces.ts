import { blocksOf, formulaWork, type TextBlock } from './markdown-blocks'
import { bounds, excess, type Reason, type Size, sizeOf, workOf } from './markdown-bounds'

/**
 * `markdown` is within the parser's limits; `part` > 0 continues the previous list or quote. `rows` are of a
 * table too long for one piece. `plain` is shown verbatim; `count` is what was too much.
 */
export type Piece =
  | { kind: 'markdown'; text: string; work: number; part: number }
  | { kind: 'rows'; text: string; work: number; part: number; columns: number }
  | { kind: 'code'; text: string; work: number; language: string }
  | { kind: 'formula'; text: string; work: number; tex: string; closed: boolean }
  | { kind: 'plain'; text: string; work: number; reason: Reason; count: number }

const DEFINITION = /^( {0,3})(\[[^\]\n]{1,200}\]:)/
const DEFINITIONS = new RegExp(DEFINITION.source, 'm')

/** A Markdown text as pieces of bounded work, in linear time. Appending changes only the last pieces. */
export function piecesOf(source: string): Piece[] {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  const defines = DEFINITIONS.test(text)
  // Definitions apply to the whole text: it is one piece if possible, else they are shown as text.
  if (defines && text.length <= bounds.chars) {
    const size = sizeOf(text.split('\n'))
    if (!excess(size)) return [{ kind: 'markdown', text, work: workOf(size), part: 0 }]
  }
  const { blocks, rest } = blocksOf(text)
  const pieces: Piece[] = []
  let run: TextBlock[] = []
  let work = 0
  const flush = () => {
    if (run.length) pieces.push(pieceOf(run, work, defines))
    run = []
    work = 0
  }
  for (const block of blocks) {
    if (block.kind === 'code') {
      flush()
      pieces.push({ kind: 'code', text: block.code, work: block.code.length, language: block.language })
      continue
    }
    if (block.kind === 'formula') {
      flush()
      const { source, tex, closed } = block
      pieces.push({ kind: 'formula', text: source, work: formulaWork(tex), tex, closed })
      continue
    }
    const own = workOf(block.size)
    const alone = block.divided || excess(block.size) !== null
    if (alone || work + own > bounds.piece) flush()
    run.push(block)
    work += own
    if (alone) flush()
  }
  flush()
  if (rest.trim()) pieces.push({ kind: 'plain', text: rest, work: 0, reason: 'total', count: rest.length })
  return pieces
}

const isRows = (block: TextBlock) => block.kind === 'table' && block.divided

function pieceOf(run: TextBlock[], work: number, defines: boolean): Piece {
  const [first] = run
  const lines = run.flatMap((block) =>
    defines && block.kind !== 'fence' ? block.lines.map(shownDefinition) : block.lines,
  )
  const text = lines.join('\n').trimEnd()
  const part = first?.part ?? 0
  const reason = first && run.length === 1 ? excess(first.size) : null
  if (first && reason) return { kind: 'plain', text, work: 0, reason, count: countOf(first.size, reason) }
  return first && isRows(first)
    ? { kind: 'rows', text, work, part, columns: first.lines[1]?.match(/-+/g)?.length ?? 1 }
    : { kind: 'markdown', text, work, part }
}

const shownDefinition = (line: string) => line.replace(DEFINITION, '$1\\$2')

const countOf = (size: Size, reason: Reason) =>
  reason === 'nesting' ? size.depth : reason === 'marks' ? size.marks : size.chars

/** Divides a text beyond the limits into parts within them, at line ends or spaces if there are any. */
export function cutToFit(text: string): Piece[] {
  const pieces: Piece[] = []
  for (let from = 0; from < text.length; ) {
    let chars = bounds.piece / 2
    let part = partAt(text, from, chars)
    while (excess(sizeOf(part.split('\n'))) && chars > 32) {
      chars /= 4
      part = partAt(text, from, chars)
    }
    from += part.length
    pieces.push({ kind: 'markdown', text: part.trimEnd(), work: workOf(sizeOf(part.split('\n'))), part: 0 })
  }
  return pieces
}

function partAt(text: string, from: number, chars: number): string {
  const part = text.slice(from, from + chars)
  if (from + chars >= text.length) return part
  const at = Math.max(part.lastIndexOf('\n'), part.lastIndexOf(' '))
  return at > chars / 2 ? part.slice(0, at + 1) : part
}
