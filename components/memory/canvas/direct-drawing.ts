import type { Core } from 'cytoscape'

type Element = { boundingBox(): unknown }
/** The parts of Cytoscape's canvas renderer that are used; they are not in its types. */
type Renderer = {
  drawLayeredElements(context: unknown, elements: Element[], pixelRatio: number, extent: unknown): void
  drawElement(context: unknown, element: Element): void
}
type Box = { x1: number; y1: number; x2: number; y2: number }

const overlap = (a: Box, b: Box) => a.x1 <= b.x2 && a.x2 >= b.x1 && a.y1 <= b.y2 && a.y2 >= b.y1

/**
 * Draws what is in view straight onto the canvas while `hasFew` holds. Cytoscape draws each node into an image,
 * the images into layers and the layers onto the canvas: with few nodes that takes longer, above all at first
 * and while one zooms.
 */
export function drawDirectly(cy: Core, hasFew: () => boolean): void {
  const renderer = (cy as unknown as { renderer(): Renderer }).renderer()
  const inLayers = renderer.drawLayeredElements
  renderer.drawLayeredElements = (context, elements, pixelRatio, extent) => {
    if (!hasFew()) return inLayers.call(renderer, context, elements, pixelRatio, extent)
    for (const element of elements)
      if (overlap(element.boundingBox() as Box, extent as Box)) renderer.drawElement(context, element)
  }
}
