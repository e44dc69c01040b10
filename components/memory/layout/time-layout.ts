import { groupBy } from '@/lib/base/group-by'
import type { GraphDto, GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import type { Point, Size } from './placed'
import { isPart } from './rows-layout'
import { spineInTime } from './spine'
import { type TimeAxis, timeAxis } from './time-axis'

/** A conversation between its first and its last date. Conversations that never overlap share a row. */
export type Lane = Record<'top' | 'bottom' | 'line' | 'left' | 'right' | 'row', number> & {
  conversationId: string
  title: string
}
/** The first turn of a day, or the beginning of a month, in the reader's time zone. */
export type DateMark = {
  x: number
  at: string
  month?: true
  /** After a pause that the axis shortens. */
  gap?: true
}
export type TimeLayout = {
  positions: Map<string, Point>
  sizes: Map<string, Size>
  /** Where a folded range ends. */
  ends: Map<string, number>
  lanes: Lane[]
  marks: DateMark[]
}
type Graph = Pick<GraphDto, 'conversations' | 'nodes' | 'edges'>

/** Bands below the turns, from the top. */
const BANDS = ['file', 'fact', 'strategy', 'entity'] as const
/**
 * Heights in graph units at which one graph unit is a pixel; `pile` = the most at one date below each other.
 */
const HEIGHT = { title: 24, level: 26, line: 34, branch: 30, arcs: 40, band: 26, gap: 14, pile: 4 } as const
/** Shapes that are many in a row are smaller than elsewhere. */
const SMALL: Partial<Record<NodeKind, number>> = { turn: 13, 'roll-up': 12 }
/** Dates closer than this, in graph units, are staggered, so that each label has a row of its own. */
const NEAR = 400
/**
 * Between two conversations in a row, and pixels from one's beginning to the next, so that both have room for
 * their names. Of the canvas's width the dates have that share in the first view.
 */
const APART = { least: 60, name: 110 } as const
const OF_CANVAS = 0.72
const USUAL_WIDTH = 670
/** Further branches share the last row. */
const MOST_BRANCHES = 5

/**
 * Time runs from left to right, and every node is at its own date, a file at its first. Roll-ups are above
 * the turns, arcs of recalls, files, facts, strategies and entities below. Both axes can be scaled apart:
 * nothing here depends on a scale. `width` = of the canvas.
 */
export function timeLayout(graph: Graph, width = USUAL_WIDTH): TimeLayout {
  const begun = firstTouches(graph)
  const nodes = graph.nodes
    .filter((node) => !isPart(node))
    .map((node) => ({ ...node, at: begun.get(node.id) ?? node.at }))
  const spine = spineInTime(nodes)
  const dates = spine.flatMap(({ at, until }) => (until ? [at, until] : [at]))
  const times = dates.map(Date.parse).filter(Number.isFinite)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  // A fact may hold since long before the first turn.
  const isBeyond = (time: number) => time < first || time > last
  const beyond = nodes.filter(({ at }) => isBeyond(Date.parse(at)))
  const axis = timeAxis([...dates, ...beyond.map(({ at }) => at)])
  const members = groupBy(nodes, (node) => node.conversationId)
  const order = new Set([...spine.map((node) => node.conversationId), ...members.keys()])
  const titles = new Map(graph.conversations.map(({ id, title }) => [id, title]))
  const rowEnds: number[] = []
  const rows = new Map<number, GraphNode[][]>()
  const lanes = [...order].map((conversationId): Lane => {
    const own = members.get(conversationId) ?? []
    const xs = own.flatMap((node) => [axis.at(node.at), axis.at(node.until ?? node.at)])
    const [left, right] = [Math.min(...xs), Math.max(...xs)]
    const free = rowEnds.findIndex((end) => end <= left)
    const row = free < 0 ? rowEnds.length : free
    rowEnds[row] = Math.max(right + APART.least, left + (axis.width * APART.name) / (OF_CANVAS * width))
    rows.set(row, [...(rows.get(row) ?? []), own])
    return {
      conversationId,
      title: titles.get(conversationId) ?? '',
      left,
      right,
      row,
      top: 0,
      bottom: 0,
      line: 0,
    }
  })
  const arcs = new Set(
    graph.edges.filter(({ kind }) => kind === 'recalled').flatMap(({ from, to }) => [from, to]),
  )
  const positions = new Map<string, Point>()
  let top = 0
  for (const row of [...rows.keys()].sort((a, b) => a - b)) {
    const groups = rows.get(row) ?? []
    const { line, bottom } = layRow(groups, { axis, arcs, positions, top })
    for (const lane of lanes) if (lane.row === row) Object.assign(lane, { top, bottom, line })
    top = bottom + HEIGHT.gap
  }
  const ends = new Map(
    nodes.flatMap(({ id, kind, at, until }): [string, number][] =>
      kind === 'range' ? [[id, axis.at(until ?? at)]] : [],
    ),
  )
  const sizes = new Map(
    nodes.flatMap(({ id, kind }): [string, Size][] => {
      const side = SMALL[kind]
      return side ? [[id, { width: side, height: side }]] : []
    }),
  )
  const dated = [...spine, ...beyond].sort((a, b) => a.at.localeCompare(b.at))
  return { positions, sizes, ends, lanes, marks: [...monthMarks(spine, axis), ...dayMarks(dated, axis)] }
}

/** When each file was first touched. A file's own date is that of its last change. */
function firstTouches({ nodes, edges }: Graph): Map<string, string> {
  const dates = new Map(nodes.map(({ id, at }) => [id, at]))
  const first = new Map<string, string>()
  for (const { kind, from, to } of edges) {
    const at = kind === 'touched' && dates.get(from)
    if (at && at < (first.get(to) ?? '~')) first.set(to, at)
  }
  return first
}

type Ground = { axis: TimeAxis; arcs: ReadonlySet<string>; positions: Map<string, Point>; top: number }

/** Places the nodes of a row's conversations. @returns where its turns are and where it ends. */
function layRow(groups: readonly GraphNode[][], { axis, arcs, positions, top }: Ground) {
  const all = groups.flat()
  const levels = Math.max(0, ...all.map(({ level }) => level))
  const line = top + HEIGHT.title + levels * HEIGHT.level + HEIGHT.line / 2
  const branches = new Map(groups.flatMap((nodes) => [...branchRows(nodes)]))
  const put = (node: GraphNode, y: number) => positions.set(node.id, { x: axis.at(node.at), y })
  const deepest = Math.max(0, ...branches.values())
  for (const node of all) {
    const branch = branches.get(node.branchId ?? '') ?? 0
    if (node.kind === 'range') put(node, line)
    else if (node.kind === 'roll-up') put(node, line - HEIGHT.line / 2 - node.level * HEIGHT.level + 6)
    else put(node, line + branch * HEIGHT.branch)
  }
  let y = line + deepest * HEIGHT.branch + HEIGHT.line / 2
  if (all.some(({ id }) => arcs.has(id))) y += HEIGHT.arcs
  for (const kind of BANDS) {
    const band = all.filter((node) => node.kind === kind)
    if (band.length === 0) continue
    const piles = [...groupBy(band, (node) => Math.round(axis.at(node.at) / NEAR)).values()]
    for (const pile of piles)
      pile.forEach((node, index) => {
        put(node, y + HEIGHT.band / 2 + (index % HEIGHT.pile) * HEIGHT.band)
      })
    y += HEIGHT.band * Math.min(HEIGHT.pile, Math.max(...piles.map((pile) => pile.length)))
  }
  return { line, bottom: y + HEIGHT.gap }
}

/** The row of each branch below the first one, which is row 0. */
function branchRows(nodes: readonly GraphNode[]): Map<string, number> {
  const branches = [...groupBy(spineInTime(nodes), ({ branchId }) => branchId).keys()]
  return new Map(
    branches.filter((id) => id !== null).map((id, index) => [id, Math.min(index, MOST_BRANCHES)]),
  )
}

/** From this pause on a mark shows that time was left out. */
const LONG_PAUSE = 14 * 86_400_000
function dayMarks(spine: readonly GraphNode[], axis: TimeAxis): DateMark[] {
  const marks: DateMark[] = []
  let day = ''
  let before = ''
  for (const node of spine) {
    const own = new Date(node.at).toDateString()
    const gap = before !== '' && Date.parse(node.at) - Date.parse(before) > LONG_PAUSE
    if (own !== day) marks.push({ x: axis.at(node.at), at: node.at, ...(gap ? { gap } : {}) })
    day = own
    before = node.until ?? node.at
  }
  return marks
}

/** In a history of more months, every year is marked. */
const MOST_MONTHS = 240
/** Where each month (or year) with a turn begins. The mark of an empty one would be beside others' turns. */
function monthMarks(spine: readonly GraphNode[], axis: TimeAxis): DateMark[] {
  const times = spine.map(({ at, until }) => Date.parse(until ?? at)).filter(Number.isFinite)
  const [first, last] = [Date.parse(spine[0]?.at ?? ''), times.reduce((a, b) => Math.max(a, b), 0)]
  if (!Number.isFinite(first)) return []
  const [from, to] = [new Date(first), new Date(last)]
  const count = 12 * (to.getFullYear() - from.getFullYear()) + to.getMonth() - from.getMonth()
  const spans = spine.map(({ at, until }) => [Date.parse(at), Date.parse(until ?? at)] as const)
  const length = count <= MOST_MONTHS ? 1 : 12
  const hasTurn = (month: Date) => {
    const next = +new Date(month.getFullYear(), month.getMonth() + length)
    return spans.some(([begin, end]) => begin < next && end >= +month)
  }
  const months = Array.from(
    { length: count },
    (_, i) => new Date(from.getFullYear(), from.getMonth() + i + 1),
  )
  return months
    .filter((month) => (length === 1 || month.getMonth() === 0) && hasTurn(month))
    .map((month) => ({ x: axis.at(month.toISOString()), at: month.toISOString(), month: true }))
}
