import type { Core } from 'cytoscape'

/** Zoom levels: the limits, the largest that `fit` uses, the least at which names can be read, and the first look at a long timeline. */
export const ZOOM = { min: 0.02, max: 4, fit: 1.35, readable: 0.55, first: 0.8, padding: 44, step: 1.35 } as const

/** Zooms about the middle of the canvas. */
export function zoomAround(cy: Core, factor: number) {
  cy.zoom({ level: Math.min(ZOOM.max, Math.max(ZOOM.min, cy.zoom() * factor)), renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } })
}

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
