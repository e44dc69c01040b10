import type { Point, Size } from './placed'

/** Radius in pixels = `grows` × scale + `fixed`; `wanted` = shares of the area; `stays` = an obstacle. */
export type PackedDisc = {
  id: string
  wanted: Point
  grows: number
  fixed: number
  margin: number
  stays?: true
}
type Body = Point & { disc: PackedDisc; radius: number }
/** `angle` = in which direction two discs on one point part. */
type Pair = { a: Body; b: Body; margin: number; angle: number }
type Packing = { scale: number; positions: Map<string, Point> }

const START = 0.01
/** Growth from try to try: fast until the discs jam, then slow from the last scale that fitted. */
const GROWTH = [1.4, 1.05]
const PASSES = 140
/** Pixels that two discs may be too close and still count as apart; the margins are larger by that much. */
const SLACK = 0.5
/** Jammed discs leave no water for links, so the final scale is a little smaller. */
const LOOSE = 0.96
const GOLDEN = Math.PI * (3 - Math.sqrt(5))

/** Grows discs near their wanted places until they jam, never closer than their margins. Deterministic. */
export function packDiscs(discs: readonly PackedDisc[], area: Size, most: number): Packing {
  const bodies = discs.map(
    (disc): Body => ({ disc, radius: 0, x: disc.wanted.x * area.width, y: disc.wanted.y * area.height }),
  )
  const pairs = pairsOf(bodies)
  let scale = START
  part(bodies, pairs, area, START)
  for (const growth of GROWTH)
    while (scale < most) {
      const next = Math.min(scale * growth, most)
      if (!part(bodies, pairs, area, next)) break
      scale = next
    }
  return {
    scale: scale < most ? scale * LOOSE : scale,
    positions: new Map(bodies.map(({ disc, x, y }) => [disc.id, { x, y }])),
  }
}

const pairsOf = (bodies: readonly Body[]): Pair[] =>
  bodies.flatMap((a, i) =>
    bodies.slice(i + 1).flatMap((b, j): Pair[] => {
      if (a.disc.stays && b.disc.stays) return []
      const margin = Math.max(a.disc.margin, b.disc.margin) + SLACK
      return [{ a, b, margin, angle: (i + 1 + j) * GOLDEN }]
    }),
  )

/** Pushes discs apart and into the area. If they do not fit, they stay where they were. */
function part(bodies: readonly Body[], pairs: readonly Pair[], area: Size, scale: number): boolean {
  const before = bodies.map(({ x, y }) => ({ x, y }))
  for (const body of bodies) body.radius = body.disc.grows * scale + body.disc.fixed
  const moving = bodies.filter(({ disc }) => !disc.stays)
  const fits = moving.every(({ radius }) => 2 * radius <= Math.min(area.width, area.height))
  for (let pass = 0; fits && pass < PASSES; pass += 1) {
    let worst = 0
    for (const pair of pairs) worst = Math.max(worst, push(pair))
    for (const body of moving) {
      body.x = Math.min(area.width - body.radius, Math.max(body.radius, body.x))
      body.y = Math.min(area.height - body.radius, Math.max(body.radius, body.y))
    }
    if (worst <= SLACK) return true
  }
  for (const [i, body] of bodies.entries()) Object.assign(body, before[i])
  return false
}

/** @returns by how many pixels two discs were too close. */
function push({ a, b, margin, angle }: Pair): number {
  const room = a.radius + b.radius + margin
  let [dx, dy] = [b.x - a.x, b.y - a.y]
  if (Math.abs(dx) >= room || Math.abs(dy) >= room) return 0
  let distance = Math.sqrt(dx * dx + dy * dy)
  if (distance >= room) return 0
  const over = room - distance
  if (distance < 0.01) [dx, dy, distance] = [Math.cos(angle), Math.sin(angle), 1]
  const share = a.disc.stays || b.disc.stays ? 1 : 0.5
  const by = (over * share) / distance
  if (!a.disc.stays) {
    a.x -= dx * by
    a.y -= dy * by
  }
  if (!b.disc.stays) {
    b.x += dx * by
    b.y += dy * by
  }
  return over
}
