'use client'
import { memo, useMemo } from 'react'
import { cn } from '@/components/ui/cn'
import { ScrollArea } from '../scroll-area'
import { bounds } from './markdown-bounds'
import { MarkdownPiece } from './markdown-piece'
import { type MarkdownPart, markdownPieces } from './markdown-pieces'
import { longTextClass } from './text-parts'

const MANY_PIECES = 8
const NONE: ReadonlySet<MarkdownPart> = new Set()

type Props = { text: string; live?: boolean; small?: boolean; later?: boolean }

/** Untrusted text in pieces of bounded work. `live` = more is coming; `later` = formatted when idle. */
export const Markdown = memo(function Markdown({ text, live = false, small = false, later = false }: Props) {
  const pieces = useMemo(() => markdownPieces(text), [text])
  const now = useMemo(() => (later ? NONE : formattedNow(pieces, live)), [pieces, live, later])
  const gap = small ? 'gap-2' : 'gap-4'
  const show = (piece: MarkdownPart, index: number) => (
    <MarkdownPiece
      key={index}
      piece={piece}
      now={now.has(piece)}
      unfinished={live && index === pieces.length - 1}
      className={cn(
        'flex min-w-0 flex-col',
        gap,
        piece.kind === 'markdown' && piece.continues && (small ? '-mt-0.5' : '-mt-2.5'),
        pieces.length > MANY_PIECES && 'lazy-piece',
      )}
    />
  )
  return (
    <div
      className={cn(
        'prose-box flex min-w-0 flex-col',
        gap,
        longTextClass(text),
        small ? 'text-sm' : 'text-base',
      )}
      {...(live ? { 'data-live': '' } : {})}
    >
      {tablesOf(pieces).map(({ first, group }) =>
        group[0]?.kind === 'rows' ? (
          <ScrollArea
            as="figure"
            key={first}
            aria-label="Table"
            className="min-w-0 overflow-x-auto rounded-md border border-line"
          >
            <div style={{ minWidth: `${group[0].columns * 6}rem` }}>
              {group.map((piece, index) => show(piece, first + index))}
            </div>
          </ScrollArea>
        ) : (
          group.map((piece, index) => show(piece, first + index))
        ),
      )}
    </div>
  )
})

/** The pieces formatted in the first render: the last ones of a growing text, else the first. */
function formattedNow(pieces: MarkdownPart[], live: boolean): Set<MarkdownPart> {
  const now = new Set<MarkdownPart>()
  let work = 0
  for (const piece of live ? pieces.toReversed() : pieces) {
    work += piece.work
    if (work > bounds.first) break
    now.add(piece)
  }
  return now
}

/** Groups the pieces of one table; every other piece stands alone. */
function tablesOf(pieces: MarkdownPart[]): { first: number; group: MarkdownPart[] }[] {
  const groups: { first: number; group: MarkdownPart[] }[] = []
  for (const [index, piece] of pieces.entries()) {
    const last = groups.at(-1)
    if (last && piece.kind === 'rows' && piece.continues) last.group.push(piece)
    else groups.push({ first: index, group: [piece] })
  }
  return groups
}
