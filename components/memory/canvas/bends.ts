import type { Point, Size } from '../layout/placed'

/** In graph units; `share` = of the distance between the ends. */
const BEND = { share: 0.2, least: 18 } as const
/** The most a link may bend, in graph units: between turns in cards, between turns in a column, elsewhere. */
export const MOST_BENT = { cards: 40, column: 52, free: 90 } as const
/** How far a link swerves past an island, as multiples of its usual bend. */
const SWERVES = [1, 2, -0.7, -0.3, -1.5, 3, -2.5, 4, -3.5]
const STEPS = 12

/** A point, or an island with its diameter. */
type Round = Point & Partial<Size>
const distanceOf = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y)

/** How far a curve is from the straight line; two curves between the same ends bend to different sides. */
const bendOf = (from: Point, to: Point, most: number = MOST_BENT.free): number =>
  -Math.max(BEND.least, Math.min(most, distanceOf(from, to) * BEND.share))

/** The same bend, turned so that the curve runs above the line, because names stand below it. */
export const bentUp = (from: Point, to: Point, bend: number) =>
  to.x < from.x ? Math.abs(bend) : -Math.abs(bend)

/** Whether two islands overlap: Cytoscape draws no curve between them, and warns. */
export const overlap = (from: Round, to: Round) =>
  from.width !== undefined && to.width !== undefined && distanceOf(from, to) < (from.width + to.width) / 2
/** The middle of the gap between two islands, as a share of the line between their centres. */
export function gapMiddle(from: Round, to: Round): number {
  const distance = distanceOf(from, to) || 1
  return (distance + (from.width ?? 0) / 2 - (to.width ?? 0) / 2) / (2 * distance)
}

/** The first of the swerves with which a link runs behind none of the islands, or else behind the fewest. */
export function bendPast(islands: readonly (Point & Size)[], from: Round, to: Round, most?: number): number {
  const usual = bendOf(from, to, most)
  if (islands.length === 0) return usual
  let best = { bend: usual, behind: Number.POSITIVE_INFINITY }
  for (const swerve of SWERVES) {
    const bend = swerve * usual
    const curve = pointsOf(from, to, bend)
    const behind = islands.filter((island) => curve.some((point) => isOn(island, point))).length
    if (behind < best.behind) best = { bend, behind }
    if (behind === 0) break
  }
  return best.bend
}

const isOn = ({ x, y, width, height }: Point & Size, point: Point) =>
  ((point.x - x) / (width / 2)) ** 2 + ((point.y - y) / (height / 2)) ** 2 < 1

/** Points of Cytoscape's curve: quadratic, its control point `bend` beside the middle of the gap. */
function pointsOf(from: Round, to: Round, bend: number): Point[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const aside = bend / (distanceOf(from, to) || 1)
  const middle = gapMiddle(from, to)
  const control = { x: from.x + dx * middle - dy * aside, y: from.y + dy * middle + dx * aside }
  return Array.from({ length: STEPS - 1 }, (_, i) => {
    const t = (i + 1) / STEPS
    const on = (a: number, c: number, b: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t ** 2 * b
    return { x: on(from.x, control.x, to.x), y: on(from.y, control.y, to.y) }
  })
}
