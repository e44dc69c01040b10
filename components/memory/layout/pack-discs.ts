import type { Point, Size } from './placed'

/**
 * A disc in an area. Its radius in pixels is `grows` times the scale plus `fixed`; `margin` = free pixels
 * around it. `wanted` = its place as shares of the area; `stays` = an obstacle.
 */
export type PackedDisc = {
  id: string
  wanted: Point
  grows: number
  fixed: number
  margin: number
  stays?: true
}
type Packing = { scale: number; positions: Map<string, Point> }

const START = 0.01
const GROWTH = 1.05
const PASSES = 140
/** Pixels that two discs may be too close and still count as apart; the margins are larger by that much. */
const SLACK = 0.5
/** Jammed discs leave no water for links, so the final scale is a little smaller. */
const LOOSE = 0.96
const GOLDEN = Math.PI * (3 - Math.sqrt(5))

/**
 * Grows discs in an area until they jam, each near its wanted place, so that they fill the area whatever its
 * shape. No two are closer than their margins. The same discs always get the same places.
 */
export function packDiscs(discs: readonly PackedDisc[], area: Size, most: number): Packing {
  let scale = START
  let points = discs.map(({ wanted }) => ({ x: wanted.x * area.width, y: wanted.y * area.height }))
  for (let next = START; next <= most; next = Math.min(next * GROWTH, Math.max(most, next + 1e-9))) {
    const parted = part(discs, points, area, next)
    if (!parted) break
    points = parted
    scale = next
    if (next === most) break
  }
  return {
    scale: scale < most ? scale * LOOSE : scale,
    positions: new Map(discs.map(({ id }, index) => [id, points[index] as Point])),
  }
}

/** Pushes discs apart and into the area; null if they do not fit. */
function part(
  discs: readonly PackedDisc[],
  from: readonly Point[],
  area: Size,
  scale: number,
): Point[] | null {
  const points = from.map((point) => ({ ...point }))
  const radii = discs.map(({ grows, fixed }) => grows * scale + fixed)
  for (let pass = 0; pass < PASSES; pass += 1) {
    let worst = 0
    for (let i = 0; i < discs.length; i += 1)
      for (let j = i + 1; j < discs.length; j += 1) worst = Math.max(worst, push(discs, points, radii, i, j))
    for (const [i, point] of points.entries()) {
      if (discs[i]?.stays) continue
      const radius = radii[i] ?? 0
      if (2 * radius > Math.min(area.width, area.height)) return null
      point.x = Math.min(area.width - radius, Math.max(radius, point.x))
      point.y = Math.min(area.height - radius, Math.max(radius, point.y))
    }
    if (worst <= SLACK) return points
  }
  return null
}

/** @returns by how many pixels two discs were too close. */
function push(discs: readonly PackedDisc[], points: Point[], radii: number[], i: number, j: number): number {
  const [a, b] = [discs[i], discs[j]]
  const [p, q] = [points[i], points[j]]
  if (!a || !b || !p || !q || (a.stays && b.stays)) return 0
  const room = (radii[i] ?? 0) + (radii[j] ?? 0) + Math.max(a.margin, b.margin) + SLACK
  let [dx, dy] = [q.x - p.x, q.y - p.y]
  if (Math.abs(dx) >= room || Math.abs(dy) >= room) return 0
  let distance = Math.hypot(dx, dy)
  if (distance >= room) return 0
  const over = room - distance
  if (distance < 0.01) [dx, dy, distance] = [Math.cos(j * GOLDEN), Math.sin(j * GOLDEN), 1]
  const share = a.stays || b.stays ? 1 : 0.5
  const by = (over * share) / distance
  if (!a.stays) {
    p.x -= dx * by
    p.y -= dy * by
  }
  if (!b.stays) {
    q.x += dx * by
    q.y += dy * by
  }
  return over
}
