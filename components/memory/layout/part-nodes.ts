export type Disc = { id: string; x: number; y: number; size: number }
const PASSES = 80
const GOLDEN = Math.PI * (3 - Math.sqrt(5))

/**
 * Pushes discs apart until none overlap, or the passes are used up. Deterministic; discs without overlap do not
 * move.
 */
export function partNodes(discs: readonly Disc[]): Disc[] {
  const placed = discs.map((disc) => ({ ...disc }))
  for (let pass = 0; pass < PASSES; pass += 1) {
    let touching = false
    placed.forEach((a, i) => {
      for (let j = i + 1; j < placed.length; j += 1) if (part(a, placed[j] as Disc, j)) touching = true
    })
    if (!touching) break
  }
  return placed
}

/** @returns whether they overlapped. */
function part(a: Disc, b: Disc, index: number): boolean {
  const room = a.size + b.size
  let dx = b.x - a.x
  let dy = b.y - a.y
  if (Math.abs(dx) >= room || Math.abs(dy) >= room) return false
  let distance = Math.hypot(dx, dy)
  if (distance >= room) return false
  if (distance < 0.01) {
    dx = Math.cos(index * GOLDEN)
    dy = Math.sin(index * GOLDEN)
    distance = 1
  }
  const push = (room - Math.min(distance, room) + 0.5) / 2 / distance
  a.x -= dx * push
  a.y -= dy * push
  b.x += dx * push
  b.y += dy * push
  return true
}
