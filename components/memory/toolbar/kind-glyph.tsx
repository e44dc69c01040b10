import { EDGE_STYLES, NODE_STYLES, SHAPES } from '@/components/memory/canvas/graph-style'
import { HUES, hueVariable } from '@/components/memory/canvas/palette'
import type { EdgeKind, NodeKind } from '@/lib/shared/memory/graph'

type NodeGlyphProps = { kind: NodeKind; hue?: number | undefined; className?: string }

export function NodeGlyph({ kind, hue, className = 'size-3.5 shrink-0' }: NodeGlyphProps) {
  const { shape, fill } = NODE_STYLES[kind]
  const color = `var(${hue === undefined ? '--ink-faint' : hueVariable(hue % HUES)})`
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={className}>
      <path
        d={SHAPES[shape]}
        fill={color}
        fillOpacity={fill}
        stroke={color}
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type EdgeGlyphProps = { kind: EdgeKind; className?: string }

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
