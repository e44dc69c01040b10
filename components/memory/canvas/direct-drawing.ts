import type { Core } from 'cytoscape'
import { type Box, overlap } from '../layout/placed'

type Element = { boundingBox(): Box }
/** The methods of Cytoscape's canvas renderer that are used here. Its types leave them out. */
type Renderer = {
  drawLayeredElements(context: unknown, elements: Element[], pixelRatio: number, extent: Box): void
  drawElement(context: unknown, element: Element): void
}

/**
 * Draws the elements in view straight onto the canvas. By itself Cytoscape draws each node into an image, the
 * images into layers, and the layers onto the canvas: with few nodes that is slower, above all in the first
 * frame and while zooming.
 */
export function drawDirectly(cy: Core): void {
  const renderer = (cy as unknown as { renderer(): Renderer }).renderer()
  renderer.drawLayeredElements = (context, elements, _pixelRatio, extent) => {
    for (const element of elements)
      if (overlap(element.boundingBox(), extent)) renderer.drawElement(context, element)
  }
}
