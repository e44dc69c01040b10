import { blocksOf, type TextBlock } from './markdown-blocks'
import { bounds, excess, type MarkdownSize, markdownSize, type Reason, renderWork } from './markdown-bounds'

/** `markdown` is within limits; `continues` = its list or quote began before; `count` = what was too much. */
export type MarkdownPart =
  | { kind: 'markdown'; text: string; work: number; continues: boolean }
  | { kind: 'rows'; text: string; work: number; continues: boolean; columns: number }
  | { kind: 'code'; text: string; work: number; language: string }
  | { kind: 'plain'; text: string; work: number; reason: Reason; count: number }

const DEFINITION = /^( {0,3})(\[[^\]\n]{1,200}\]:)/
const DEFINITIONS = new RegExp(DEFINITION.source, 'm')

/** A Markdown text as pieces of bounded work, in linear time. Appending changes only the last pieces. */
export function markdownPieces(source: string): MarkdownPart[] {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  const defines = DEFINITIONS.test(text)
  // Definitions apply to the whole text: it is one piece if possible, else they are shown as text.
  if (defines && text.length <= bounds.chars) {
    const size = markdownSize(text.split('\n'))
    if (!excess(size)) return [{ kind: 'markdown', text, work: renderWork(size), continues: false }]
  }
  const { blocks, rest } = blocksOf(text)
  const pieces: MarkdownPart[] = []
  let run: TextBlock[] = []
  let work = 0
  const flush = () => {
    const [first] = run
    if (first) pieces.push({ kind: 'markdown', text: textOf(run, defines), work, continues: first.continues })
    run = []
    work = 0
  }
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'code') {
      flush()
      pieces.push({ kind: 'code', text: block.code, work: block.code.length, language: block.language })
      continue
    }
    const own = renderWork(block.size)
    const reason = excess(block.size)
    if (reason || isPartOfTable(block) || isPartOfTable(blocks[index + 1])) {
      flush()
      pieces.push(alone(block, own, reason, defines))
      continue
    }
    if (work + own > bounds.piece) flush()
    run.push(block)
    work += own
  }
  flush()
  if (rest.trim()) pieces.push({ kind: 'plain', text: rest, work: 0, reason: 'total', count: rest.length })
  return pieces
}

/** Only a block of the same table can follow with `continues`. */
const isPartOfTable = (block: { kind: string; continues?: boolean } | undefined) =>
  block?.kind === 'table' && block.continues === true

function alone(block: TextBlock, work: number, reason: Reason | null, defines: boolean): MarkdownPart {
  const text = textOf([block], defines)
  if (reason) return { kind: 'plain', text, work: 0, reason, count: countOf(block.size, reason) }
  const columns = block.lines[1]?.match(/-+/g)?.length ?? 1
  return { kind: 'rows', text, work, continues: block.continues, columns }
}

const textOf = (run: TextBlock[], defines: boolean) =>
  run
    .flatMap(({ kind, lines }) =>
      defines && kind !== 'fence' ? lines.map((line) => line.replace(DEFINITION, '$1\\$2')) : lines,
    )
    .join('\n')
    .trimEnd()

const countOf = (size: MarkdownSize, reason: Reason) =>
  reason === 'nesting' ? size.depth : reason === 'marks' ? size.marks : size.chars
