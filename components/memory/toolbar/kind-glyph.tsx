import { EDGE_STYLES, NODE_STYLES, SHAPES } from '@/components/memory/canvas/graph-style'
import type { EdgeKind, NodeKind } from '@/lib/shared/graph'

/** The symbol of a node kind, as the graph draws it. */
export function NodeGlyph({ kind, className = 'size-3.5 shrink-0' }: { kind: NodeKind; className?: string }) {
  const { shape, fill, border } = NODE_STYLES[kind]
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={className}>
      <path
        d={SHAPES[shape]}
        fill={`var(${fill})`}
        stroke={`var(${border})`}
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type EdgeGlyphProps = { kind: EdgeKind; className?: string }

/** The symbol of a link kind: an arc for recalls, else a line. */
export function EdgeGlyph({ kind, className = 'h-3 w-[1.0625rem] shrink-0' }: EdgeGlyphProps) {
  const { color, dashed } = EDGE_STYLES[kind]
  return (
    <svg viewBox="0 0 20 14" aria-hidden="true" className={className}>
      <path
        d={kind === 'recalled' ? 'M2 4c4 8 12 8 16 0' : 'M2 7h16'}
        fill="none"
        stroke={`var(${color})`}
        strokeWidth={kind === 'recalled' ? 2.4 : 1.6}
        strokeLinecap="round"
        strokeDasharray={dashed ? '2.5 3' : undefined}
      />
    </svg>
  )
}
