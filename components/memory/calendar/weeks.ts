import { type Calendar, type Period, weekAt, weekStart } from '@/lib/shared/memory/calendar'
import type { GraphDto, GraphNode, MapDto } from '@/lib/shared/memory/graph'
import { OTHER_TOPIC } from '@/lib/shared/memory/map'
import { isIsland } from '../layout/island-layout'
import { islandsOf } from '../shown'

/** The week of a moment, on the person's calendar. */
const weekOf = (at: string) => weekAt(Date.parse(at) - new Date(at).getTimezoneOffset() * 60_000)
const isIn = (week: number, { from, to }: Period) => from <= week && week <= to
export const isDuring = (period: Period, at: string) => isIn(weekOf(at), period)

/** How many turns of a period each island of a level has; on an opened topic those about it. */
export function countInPeriod(
  { level, path, nodes }: Pick<MapDto, 'level' | 'path' | 'nodes'>,
  { topics, conversations, rows }: Calendar,
  period: Period,
): Map<string, number> {
  const islandOf = islandsOf(nodes)
  const opened = level === 2 ? path[0]?.id : undefined
  const counts = new Map<string, number>()
  for (const [week, topic, conversation, turns] of rows) {
    const topicId = topics[topic] ?? null
    if (!isIn(week, period) || (opened !== undefined && (topicId ?? OTHER_TOPIC) !== opened)) continue
    const id = islandOf(topicId, conversations[conversation] ?? '')
    counts.set(id, (counts.get(id) ?? 0) + turns)
  }
  return counts
}

/** Whether a node is of a period: an island by its turns, a name by what it ties, all else by its date. */
export function periodFilter(
  { nodes, edges }: Pick<GraphDto, 'nodes' | 'edges'>,
  counts: ReadonlyMap<string, number>,
  period: Period,
): (node: GraphNode) => boolean {
  const ties = new Map<string, number>()
  for (const { kind, from, to } of edges)
    if (kind === 'ties' && counts.has(to)) ties.set(from, (ties.get(from) ?? 0) + 1)
  const hasIslands = nodes.some(({ kind }) => kind === 'topic')
  return (node) => {
    if (isIsland(node)) return counts.has(node.id)
    if (node.kind === 'entity' && hasIslands) return (ties.get(node.id) ?? 0) > 1
    return isDuring(period, node.at)
  }
}

export function weeksOf({ rows }: Calendar): { first: number; turns: number[] } {
  const [first, last] = [rows[0]?.[0], rows.at(-1)?.[0]]
  if (first === undefined || last === undefined) return { first: 0, turns: [] }
  const turns = Array<number>(last - first + 1).fill(0)
  for (const [week, , , count] of rows) turns[week - first] = (turns[week - first] ?? 0) + count
  return { first, turns }
}

/** The index of the first week of each month, as shares of the strip. */
export function monthsOf(first: number, weeks: number): { at: number; date: Date }[] {
  const months: { at: number; date: Date }[] = []
  for (let index = 1; index < weeks; index += 1) {
    const [before, date] = [weekStart(first + index - 1), weekStart(first + index)]
    if (before.getUTCMonth() !== date.getUTCMonth()) months.push({ at: index / weeks, date })
  }
  return months
}
