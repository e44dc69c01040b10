'use client'
import { useGoToTurn } from '@/components/chat/conversation/use-go-to-turn'
import { cn } from '@/components/ui/cn'
import type { TurnDto } from '@/lib/shared/dto'
import type { MemoryLayout, MemoryNode } from './memory-layout'

type Props = {
  turn: TurnDto
  layout: MemoryLayout
  lit: string | null
  onLight: (key: string | null) => void
}

/**
 * The line of turns, the rounds, and an arc from each recalled turn. The list below says the same in words.
 */
export function MemoryPicture({ turn, layout, lit, onLight }: Props) {
  const go = useGoToTurn()
  const { width, height, baseline, lane, ticks, windowLabel, now, rounds, nodes, edges } = layout
  const windowTicks = ticks.filter((tick) => tick.inWindow)
  const [first, last] = [windowTicks[0], windowTicks.at(-1)]
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={describe(turn, nodes.length)}
      className="block max-w-full select-none"
    >
      <line x1={16} x2={now.x} y1={baseline} y2={baseline} stroke="var(--line)" strokeWidth={1.5} />
      {first && last && (
        <g className="animate-appear">
          <line
            x1={first.x - 3}
            x2={last.x + 3}
            y1={baseline}
            y2={baseline}
            stroke="var(--accent)"
            strokeWidth={3}
            strokeLinecap="round"
            opacity={0.45}
          />
          <text
            x={windowLabel?.x}
            y={windowLabel?.y}
            textAnchor="middle"
            fontSize={10}
            fill="var(--ink-faint)"
          >
            window
          </text>
        </g>
      )}
      {ticks.map((tick) => (
        <circle
          key={tick.number}
          cx={tick.x}
          cy={baseline}
          r={tick.inWindow ? 2.2 : 1.6}
          fill={tick.inWindow ? 'var(--accent)' : 'var(--line-strong)'}
        />
      ))}
      {lane !== null && (
        <g>
          <line
            x1={16}
            x2={now.x}
            y1={lane}
            y2={lane}
            stroke="var(--line)"
            strokeDasharray="2 5"
            strokeLinecap="round"
            strokeWidth={1.5}
          />
          <text x={16} y={lane + 34} fontSize={10} fill="var(--ink-faint)">
            other conversations
          </text>
        </g>
      )}
      {rounds.length > 0 && (
        <line
          x1={now.x}
          x2={now.x}
          y1={baseline}
          y2={rounds.at(-1)?.y}
          stroke="var(--accent)"
          strokeWidth={1.5}
          opacity={0.5}
        />
      )}
      {edges.map((edge) => (
        <path
          key={edge.key}
          d={edge.path}
          fill="none"
          stroke="var(--recall-fill)"
          strokeWidth={1 + 1.5 * edge.strength}
          strokeLinecap="round"
          opacity={lit && lit !== edge.key ? 0.16 : 0.4 + 0.5 * edge.strength}
          className="memory-arc transition-opacity duration-150"
          pathLength={1}
        />
      ))}
      {nodes.map((node, order) => {
        const edge = edges[order]
        const { hit } = node.found
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list twin holds the same links for the keyboard
          <g
            key={edge?.key}
            onPointerEnter={() => onLight(edge?.key ?? null)}
            onPointerLeave={() => onLight(null)}
            onClick={() => void go(hit)}
            className={cn(
              'animate-appear cursor-pointer transition-opacity duration-150',
              lit && lit !== edge?.key && 'opacity-35',
            )}
          >
            <circle cx={node.x} cy={node.y} r={node.radius + 7} fill="var(--recall-fill)" opacity={0.16} />
            <Mark node={node} />
            {(node.named || lit === edge?.key) && (
              <text
                x={node.x}
                y={node.y + node.radius + 13}
                textAnchor="middle"
                fontSize={11}
                fontWeight={600}
                fill="var(--recall)"
              >
                {hit.turnNumber ?? '·'}
              </text>
            )}
          </g>
        )
      })}
      {rounds.map((round) => (
        <g key={round.index} className="animate-appear">
          {round.current && (
            <circle
              cx={round.x}
              cy={round.y}
              r={15}
              fill="var(--accent)"
              opacity={0.18}
              className="animate-breathe"
            />
          )}
          <circle
            cx={round.x}
            cy={round.y}
            r={10}
            fill={round.current ? 'var(--accent)' : 'var(--surface)'}
            stroke="var(--accent)"
            strokeWidth={1.5}
          />
          <text
            x={round.x}
            y={round.y + 4}
            textAnchor="middle"
            fontSize={11}
            fontWeight={600}
            fill={round.current ? 'var(--on-accent)' : 'var(--accent)'}
          >
            {round.label}
          </text>
        </g>
      ))}
      <circle cx={now.x} cy={now.y} r={6} fill="var(--accent)" />
      <text x={now.x} y={now.y + 20} textAnchor="middle" fontSize={11} fontWeight={600} fill="var(--accent)">
        {turn.number}
      </text>
    </svg>
  )
}

/** Turns are circles, files squares, summaries diamonds. */
function Mark({ node: { x, y, radius, found } }: { node: MemoryNode }) {
  const look = { fill: 'var(--recall-fill)', stroke: 'var(--surface)', strokeWidth: 1.5 }
  if (found.hit.kind === 'turn') return <circle cx={x} cy={y} r={radius} {...look} />
  const turned = found.hit.kind === 'summary' ? { transform: `rotate(45 ${x} ${y})` } : {}
  return (
    <rect
      x={x - radius}
      y={y - radius}
      width={2 * radius}
      height={2 * radius}
      rx={1.5}
      {...turned}
      {...look}
    />
  )
}

const describe = (turn: TurnDto, recalled: number) =>
  `Turn ${turn.number} with ${turn.steps.filter((step) => step.phase === 'think').length} rounds of thinking; memories recalled: ${recalled}. The list below says which.`
