import type { Core } from 'cytoscape'

/** Zoom levels: the limits, the largest that `fit` uses, the least at which a timeline is still a picture, and the first look at one that is longer. */
export const ZOOM = { min: 0.02, max: 4, fit: 1.2, readable: 0.4, first: 0.7, padding: 44, step: 1.35 } as const

/** Zooms about the middle of the canvas. */
export function zoomAround(cy: Core, factor: number) {
  cy.zoom({ level: Math.min(ZOOM.max, Math.max(ZOOM.min, cy.zoom() * factor)), renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } })
}

/** Moves the view so that no side shows empty ground while the picture goes on beyond the opposite side. */
export function closeGaps(cy: Core, margin: number) {
  const world = cy.elements().renderedBoundingBox()
  const shift = (start: number, end: number, size: number) => {
    const before = start - margin
    const after = size - margin - end
    if (before > 0 && after < 0) return -Math.min(before, -after)
    return after > 0 && before < 0 ? Math.min(after, -before) : 0
  }
  cy.panBy({ x: shift(world.x1, world.x2, cy.width()), y: shift(world.y1, world.y2, cy.height()) })
}

/** Sizes of names in graph units, so that they stay readable when the picture is far away: [least zoom, size]. */
const NAMES: readonly [zoom: number, size: number][] = [
  [0.85, 11],
  [0.6, 15],
  [0.42, 21],
  [0.28, 32],
  [0, 44],
]
export const nameSize = (zoom: number) => NAMES.find(([least]) => zoom >= least)?.[1] ?? 11

/** Calls `draw` at most once a frame; returns the request and the way to stop. */
export function oncePerFrame(draw: () => void): { request(): void; stop(): void } {
  let frame = 0
  return {
    request() {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        draw()
      })
    },
    stop: () => cancelAnimationFrame(frame),
  }
}
