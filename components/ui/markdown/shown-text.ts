import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { withoutMarks } from '@/lib/shared/turn/citations'
import type { MarkdownNode } from './markdown-node'
import { type MarkdownPart, markdownPieces } from './markdown-pieces'
import { hideFormulas } from './remark-formulas'
import { remarkPlugins } from './remark-plugins'

const parser = unified().use(remarkParse).use(remarkPlugins)

/** A Markdown text as the page shows it: without formatting or citation marks, the cells of a table separated by tabs. */
export const shownText = (markdown: string): string =>
  markdownPieces(withoutMarks(markdown))
    .map(
      (piece, i) =>
        (i === 0 ? '' : 'continues' in piece && piece.continues ? '\n' : '\n\n') + pieceText(piece),
    )
    .join('')

function pieceText(piece: MarkdownPart): string {
  if (piece.kind === 'code' || piece.kind === 'plain') return piece.text
  const shown = textOf(parser.runSync(parser.parse(hideFormulas(piece.text))))
  // Each piece of a long table repeats its head.
  return piece.kind === 'rows' && piece.continues ? shown.slice(shown.indexOf('\n') + 1) : shown
}

function textOf({ type, value, alt, ordered, start, checked, children = [] }: MarkdownNode): string {
  if (type === 'break') return '\n'
  if (type === 'table') return children.map((row) => row.children?.map(textOf).join('\t')).join('\n')
  if (type === 'list')
    return children
      .map((item, i) => `${ordered ? `${(start ?? 1) + i}.` : '-'} ${textOf(item).replaceAll('\n', '\n  ')}`)
      .join('\n')
  const parts = children.map(textOf)
  if (type === 'listItem') return (checked == null ? '' : checked ? '☑ ' : '☐ ') + parts.join('\n')
  if (type === 'root' || type === 'blockquote') return parts.filter(Boolean).join('\n\n')
  return value ?? alt ?? parts.join('')
}
