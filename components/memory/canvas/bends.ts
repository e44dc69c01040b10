import type { Point, Size } from '../layout/placed'

/** In graph units; `share` = of the distance between the ends. */
const BEND = { share: 0.2, most: 90, rows: 40, least: 18 } as const
/** How far a link swerves past an island, as multiples of its usual bend. */
const SWERVES = [1, 2, -1.5, 3, -2.5, 4, -3.5]
const STEPS = 12

/** How far a curve is from the straight line; two curves between the same ends bend to different sides. */
export function bendOf(from: Point, to: Point, rows = false): number {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  return -Math.max(BEND.least, Math.min(rows ? BEND.rows : BEND.most, distance * BEND.share))
}

/** The first of the swerves with which a link runs behind none of the islands, or else behind the fewest. */
export function bendPast(islands: readonly (Point & Size)[], from: Point, to: Point, rows = false): number {
  const usual = bendOf(from, to, rows)
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

/** Points of Cytoscape's curve: quadratic, its control point `bend` beside the middle of the straight line. */
function pointsOf(from: Point, to: Point, bend: number): Point[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const aside = bend / (Math.hypot(dx, dy) || 1)
  const control = { x: (from.x + to.x) / 2 - dy * aside, y: (from.y + to.y) / 2 + dx * aside }
  return Array.from({ length: STEPS - 1 }, (_, i) => {
    const t = (i + 1) / STEPS
    const on = (a: number, c: number, b: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t ** 2 * b
    return { x: on(from.x, control.x, to.x), y: on(from.y, control.y, to.y) }
  })
}
