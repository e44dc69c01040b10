import { EDGE_STYLES, NODE_STYLES, type Shape } from '@/components/memory/canvas/graph-style'
import type { EdgeKind, NodeKind } from '@/lib/shared/graph'

const OUTLINES: Record<Exclude<Shape, 'ellipse'>, string> = {
  'round-rectangle': 'M4.5 3.5h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  'round-diamond': 'M8 1.9 14.1 8 8 14.1 1.9 8z',
  'round-hexagon': 'M4.6 2.4h6.8L14.8 8l-3.4 5.6H4.6L1.2 8z',
  'cut-rectangle': 'M5.2 1.8h5.6l2 2v8.4l-2 2H5.2l-2-2V3.8z',
  barrel: 'M3 4.6c3.3-1 6.7-1 10 0 1.4 2.2 1.4 4.6 0 6.8-3.3 1-6.7 1-10 0-1.4-2.2-1.4-4.6 0-6.8z',
}

/** The symbol of a node kind, as the graph draws it. */
export function NodeGlyph({ kind, className = 'size-3.5 shrink-0' }: { kind: NodeKind; className?: string }) {
  const { shape, fill, border } = NODE_STYLES[kind]
  const paint = {
    fill: `var(${fill})`,
    stroke: `var(${border})`,
    strokeWidth: 1.4,
    strokeLinejoin: 'round' as const,
  }
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={className}>
      {shape === 'ellipse' ? (
        <circle cx="8" cy="8" r="5.6" {...paint} />
      ) : (
        <path d={OUTLINES[shape]} {...paint} />
      )}
    </svg>
  )
}

/** The symbol of a link kind: an arc for recalls, else a line. */
export function EdgeGlyph({
  kind,
  className = 'h-3 w-[1.0625rem] shrink-0',
}: {
  kind: EdgeKind
  className?: string
}) {
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
