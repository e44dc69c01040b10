import type { Core } from 'cytoscape'
import { around, type Box, type Point, type Size } from '../layout/placed'
import { ROW_SIZE } from '../layout/rows-layout'
import type { Picture } from './elements'
import { boxOf, fittedView, insideView, type Viewport, wayInto, ZOOM } from './viewport'

/** Room for the texts of the last column. */
const TEXT = ROW_SIZE.width * 0.95
/** Pixels for the names around an opened turn, half of which stick out. */
const NAMES = 78
/**
 * Half of a node whose size is its kind's, pixels of one that stay on the canvas, and what of an island is
 * land.
 */
const HALF = 8
const IN_VIEW = 40
const LAND = 0.6

export class Camera {
  /** The zoom of the first view. */
  framedZoom = 1
  private picture: Picture | null = null
  /** The nodes that the filter keeps; at least one of them stays in view. */
  standing: ReadonlySet<string> = new Set()
  private box: Box = boxOf({ positions: new Map(), sizes: new Map() })

  constructor(
    private readonly cy: Core,
    private readonly motionMs: number,
  ) {}

  get zoom() {
    return this.cy.zoom()
  }
  get pan(): Point {
    return this.cy.pan()
  }
  get size(): Size {
    return { width: this.cy.width(), height: this.cy.height() }
  }

  look(picture: Picture) {
    this.picture = picture
    const box = boxOf(picture, picture.level === 3 ? TEXT : 0, picture.level === 4 ? 0 : undefined)
    this.box = picture.area ? around(box, picture.area) : box
  }

  /** The view that shows the whole picture. */
  get fitted(): Viewport {
    const { level, area } = this.picture ?? {}
    if (area) return fittedView(this.box, this.size, level === 1 ? ZOOM.island : ZOOM.fit, 0)
    return level === 4 ? fittedView(this.box, this.size, ZOOM.close, NAMES) : fittedView(this.box, this.size)
  }

  fit = () => this.go(this.fitted, true)

  /** The first view of a picture: everything if its texts stay readable, else `look`, or its beginning. */
  frame(look: string | null) {
    this.cy.resize()
    const { box, size, fitted } = this
    const { level, area, positions } = this.picture ?? {}
    const least = level === 3 ? ZOOM.readable : level === 2 ? ZOOM.cards : 0
    const point = positions?.get(look ?? '') ?? { x: box.x1, y: box.y1 }
    const across = Math.min(ZOOM.fit, Math.max(least, size.width / (box.x2 - box.x1)))
    const aim = fitted.zoom < least ? insideView(box, point, across, size, area ? 0 : ZOOM.padding) : fitted
    this.framedZoom = aim.zoom
    this.go(aim, false)
  }

  toNodes(ids: readonly string[]) {
    const { picture } = this
    if (!picture) return
    const positions = new Map([...picture.positions].filter(([id]) => ids.includes(id)))
    const box = boxOf({ positions, sizes: picture.sizes }, picture.level === 3 ? TEXT : 0)
    if (positions.size > 0) this.go(fittedView(box, this.size), true)
  }

  /** Moves as little as needed to show a node. */
  reveal(id: string) {
    const point = this.picture?.positions.get(id)
    if (!point) return
    const { zoom, pan } = this
    const [x, y] = [point.x * zoom + pan.x, point.y * zoom + pan.y]
    const by = wayInto({ x1: x, y1: y, x2: x, y2: y }, this.size, 48)
    if (by.x || by.y) this.cy.panBy(by)
  }

  /** Zooms around a point of the screen. Only what leads to a level above gets smaller than the canvas. */
  zoomBy(factor: number, around?: Point) {
    const { cy, fitted, size } = this
    const level = cy.zoom() * factor
    if (this.isTop && factor < 1 && level <= fitted.zoom) return void cy.viewport(fitted)
    cy.zoom({ level, renderedPosition: around ?? { x: size.width / 2, y: size.height / 2 } })
    cy.pan(this.keptPan())
  }
  private get isTop() {
    return this.picture?.level === 1
  }

  /** Goes back to where something is in view. */
  keep() {
    const { zoom, pan } = this
    const kept = this.keptPan()
    if (kept.x !== pan.x || kept.y !== pan.y) this.go({ zoom, pan: kept }, true)
  }

  /** The pan, corrected just enough that something is in view: no gesture ends on an empty canvas. */
  private keptPan(): Point {
    const { picture, size, standing, zoom, pan } = this
    const half = (zoom * (this.isTop ? LAND : 1)) / 2
    let best: { by: Point; far: number } | null = null
    for (const [id, { x, y }] of picture?.positions ?? []) {
      if (!standing.has(id)) continue
      const { width, height } = picture?.sizes.get(id) ?? { width: 2 * HALF, height: 2 * HALF }
      const [across, down] = [width * half, height * half]
      const [atX, atY] = [x * zoom + pan.x, y * zoom + pan.y]
      const box = { x1: atX - across, y1: atY - down, x2: atX + across, y2: atY + down }
      const by = wayInto(box, size, IN_VIEW)
      const far = Math.hypot(by.x, by.y)
      if (!best || far < best.far) best = { by, far }
      if (far === 0) break
    }
    return best ? { x: pan.x + best.by.x, y: pan.y + best.by.y } : { ...pan }
  }

  /** Cytoscape itself zooms when one pinches, and does not stop when the whole picture is in view. */
  pinched() {
    if (this.isTop && this.zoom < this.fitted.zoom) this.cy.viewport(this.fitted)
  }

  private go(aim: Viewport, moving: boolean) {
    this.cy.stop()
    if (moving && this.motionMs > 0) this.cy.animate({ ...aim, duration: this.motionMs, easing: 'ease-out' })
    else this.cy.viewport(aim)
  }
}
