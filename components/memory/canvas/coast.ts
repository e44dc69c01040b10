import { hash } from './palette'

const POINTS = 40
/** Bays add at most .153: Cytoscape throws for a point beyond 1. */
const RADIUS = 0.846

/** An island's outline for Cytoscape, from -1 to 1: a circle with bays, always the same for an id. */
export function coastOf(id: string): string {
  const seed = hash(id)
  const phase = (wave: number) => (((seed >>> (wave * 4)) % 97) / 97) * 2 * Math.PI
  const points: number[] = []
  for (let index = 0; index < POINTS; index += 1) {
    const angle = (index / POINTS) * 2 * Math.PI
    const bays =
      0.055 * Math.sin(2 * angle + phase(1)) +
      0.05 * Math.sin(3 * angle + phase(2)) +
      0.03 * Math.sin(5 * angle + phase(3)) +
      0.018 * Math.sin(9 * angle + phase(4))
    const radius = RADIUS + bays
    points.push(round(radius * Math.cos(angle)), round(radius * Math.sin(angle)))
  }
  return points.join(' ')
}

const round = (value: number) => Math.round(value * 1_000) / 1_000
