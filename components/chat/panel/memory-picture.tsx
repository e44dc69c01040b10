'use client'
import type { ReactNode } from 'react'
import { useGoToTurn } from '@/components/chat/conversation/history/use-go-to-turn'
import { useTitle } from '@/components/shell/use-title'
import { cn } from '@/components/ui/cn'
import type { TurnDto } from '@/lib/shared/dto'
import { shortened } from '@/lib/shared/shortened'
import { hitKey } from '../turn/turn-facts'
import { type MemoryLayout, type MemoryNode, type Point, TITLE_CHARS } from './memory-layout'

type Props = {
  turn: TurnDto
  layout: MemoryLayout
  lit: string | null
  onLight: (key: string | null) => void
}

/** The line of turns, the rounds, and an arc from each recalled turn. The list below has the same as text. */
export function MemoryPicture({ turn, layout, lit, onLight }: Props) {
  const go = useGoToTurn()
  const { width, height, baseline, lane, isLaneUsed, ticks, now, rounds, nodes, edges } = layout
  const windowTicks = ticks.filter((tick) => tick.inWindow)
  const [first, last, top] = [windowTicks[0], windowTicks.at(-1), rounds.at(-1)]
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={describe(turn, nodes.length)}
      className="block max-w-full select-none"
    >
      <Line from={{ x: 16, y: baseline }} to={now} className="stroke-line" />
      {first && last && (
        <Line
          from={{ x: first.x - 3, y: baseline }}
          to={{ x: last.x + 3, y: baseline }}
          className="animate-appear stroke-accent opacity-45 [stroke-linecap:round] [stroke-width:3]"
        />
      )}
      {ticks.map((tick) => (
        <circle
          key={tick.number}
          cx={tick.x}
          cy={baseline}
          r={tick.referred ? 3.2 : tick.inWindow ? 2.2 : 1.6}
          className={tick.inWindow || tick.referred ? 'fill-accent' : 'fill-line-strong'}
        />
      ))}
      {isLaneUsed && (
        <Line
          from={{ x: 16, y: lane }}
          to={{ x: now.x, y: lane }}
          className="stroke-line [stroke-dasharray:2_5] [stroke-linecap:round]"
        />
      )}
      {top && <Line from={now} to={top} className="stroke-accent opacity-50" />}
      {edges.map((edge) => (
        <path
          key={edge.key}
          d={edge.path}
          strokeWidth={1 + 1.5 * edge.strength}
          opacity={lit && lit !== edge.key ? 0.16 : 0.4 + 0.5 * edge.strength}
          className="memory-arc fill-none stroke-recall-fill transition-opacity duration-150 [stroke-linecap:round]"
          pathLength={1}
        />
      ))}
      {nodes.map((node) => {
        const { hit } = node.found
        const key = hitKey(hit)
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list below has the same links for the keyboard
          <g
            key={key}
            onPointerEnter={() => onLight(key)}
            onPointerLeave={() => onLight(null)}
            onClick={() => void go(hit)}
            className={cn(
              'animate-appear cursor-pointer transition-opacity duration-150',
              lit && lit !== key && 'opacity-35',
            )}
          >
            <circle cx={node.x} cy={node.y} r={node.radius + 7} className="fill-recall-fill opacity-16" />
            <Mark node={node} />
            {(node.named || lit === key) && (
              <Text at={{ x: node.x, y: node.y + node.radius + 13 }} className="fill-recall font-semibold">
                {node.lane === 'elsewhere' ? <Title id={hit.conversationId} /> : (hit.turnNumber ?? '·')}
              </Text>
            )}
          </g>
        )
      })}
      {rounds.map((round) => (
        <g key={round.index} className="animate-appear">
          {round.current && (
            <circle cx={round.x} cy={round.y} r={15} opacity={0.18} className="animate-breathe fill-accent" />
          )}
          <circle
            cx={round.x}
            cy={round.y}
            r={10}
            className={cn('stroke-accent stroke-[1.5]', round.current ? 'fill-accent' : 'fill-surface')}
          />
          <Text
            at={{ x: round.x, y: round.y + 4 }}
            className={cn('font-semibold', round.current ? 'fill-on-accent' : 'fill-accent')}
          >
            {round.label}
          </Text>
        </g>
      ))}
      <circle cx={now.x} cy={now.y} r={6} className="fill-accent" />
      <Text at={{ x: now.x, y: now.y + 20 }} className="fill-accent font-semibold">
        {turn.number}
      </Text>
    </svg>
  )
}

const Line = ({ from, to, className }: { from: Point; to: Point; className: string }) => (
  <line x1={from.x} x2={to.x} y1={from.y} y2={to.y} strokeWidth={1.5} className={className} />
)
const Text = ({ at, className, children }: { at: Point; className: string; children: ReactNode }) => (
  <text x={at.x} y={at.y} textAnchor="middle" fontSize={11} className={className}>
    {children}
  </text>
)

function Title({ id }: { id: string }) {
  const title = useTitle(id) || 'another'
  return shortened(title, TITLE_CHARS)
}

/** Turns are circles, files squares, summaries diamonds. */
function Mark({ node: { x, y, radius, found } }: { node: MemoryNode }) {
  const look = { className: 'fill-recall-fill stroke-surface stroke-[1.5]' }
  if (found.hit.kind === 'turn') return <circle cx={x} cy={y} r={radius} {...look} />
  const turned = found.hit.kind === 'summary' ? { transform: `rotate(45 ${x} ${y})` } : {}
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  return <rect {...box} rx={1.5} {...turned} {...look} />
}

const describe = (turn: TurnDto, recalled: number) =>
  `Message ${turn.number} with ${turn.steps.filter((step) => step.phase === 'think').length} rounds of thinking; memories recalled: ${recalled}, listed below.`
