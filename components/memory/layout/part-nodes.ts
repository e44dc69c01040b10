type Disc = { id: string; x: number; y: number; size: number }

const PASSES = 80
const GOLDEN = Math.PI * (3 - Math.sqrt(5))

/**
 * Pushes discs apart until none overlap, or the passes are used up. Deterministic; discs without overlap do
 * not move.
 */
export function partNodes(discs: readonly Disc[]): Disc[] {
  const placed = discs.map((disc) => ({ ...disc }))
  for (let pass = 0; pass < PASSES; pass += 1) {
    let touching = false
    placed.forEach((a, i) => {
      for (let j = i + 1; j < placed.length; j += 1) {
        const b = placed[j] as Disc
        const room = a.size + b.size
        let dx = b.x - a.x
        let dy = b.y - a.y
        if (Math.abs(dx) >= room || Math.abs(dy) >= room) continue
        let distance = Math.hypot(dx, dy)
        if (distance >= room) continue
        touching = true
        if (distance < 0.01) {
          dx = Math.cos(j * GOLDEN)
          dy = Math.sin(j * GOLDEN)
          distance = 1
        }
        const push = (room - Math.min(distance, room) + 0.5) / 2 / distance
        a.x -= dx * push
        a.y -= dy * push
        b.x += dx * push
        b.y += dy * push
      }
    })
    if (!touching) break
  }
  return placed
}
