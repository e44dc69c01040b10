import type { Core } from 'cytoscape'
import { around, type Box, type Point, type Size } from '../layout/placed'
import { ROW } from '../layout/rows-layout'
import type { Picture } from './elements'
import {
  AXES,
  boxOf,
  fitted,
  fittedAxes,
  fromColumn,
  isOdd,
  putAt,
  type Sight,
  stretching,
  stretchOf,
  type Viewport,
  wholeColumns,
  within,
  ZOOM,
} from './viewport'

/** How one came to a picture: down from a larger one, or up from the node that was open. */
export type Arrival = { way: 'down' } | { way: 'up'; from: string } | null
/** Where the camera starts below its aim when it moves down. */
const FURTHER = 0.8
const ENLARGED = 6
/** Padding for the outermost labels of Local, which are centred below their nodes: half of one, less on a phone. */
const sideOf = ({ width }: Size) => Math.max(ZOOM.padding, Math.min(100, width / 8))

/** Moves the view. In Time both axes have a scale of their own and Cytoscape's zoom stays 1. */
export class Camera {
  /** The zoom of the first view. */
  framedZoom = 1
  private picture: Picture | null = null
  /** Where the view is, while the canvas shows it stretched as it was last drawn. */
  private ahead: Sight | null = null
  /** The scale of each axis of Time when its nodes were last placed; 1 in other views. */
  private laid: Point = { x: 1, y: 1 }
  private box: Box = boxOf({ positions: new Map(), sizes: new Map() })

  constructor(
    private readonly cy: Core,
    private readonly motionMs: number,
    private readonly moved: () => void,
  ) {}

  private get drawn(): Sight {
    const { cy, laid } = this
    const zoom = cy.zoom()
    return { scale: { x: zoom * laid.x, y: zoom * laid.y }, pan: cy.pan() }
  }
  private get sight(): Sight {
    return this.ahead ?? this.drawn
  }
  get scale(): Point {
    return this.sight.scale
  }
  /** The scale of shapes: in Time they keep their size. */
  get zoom() {
    return this.isTime ? 1 : this.scale.x
  }
  /** What the axes are scaled by on top of the zoom. */
  get axes(): Point {
    return this.isTime ? this.scale : this.laid
  }
  get pan(): Point {
    return this.sight.pan
  }
  /** What of the nodes' positions is in view. */
  get extent(): Box {
    const { laid, size, pan } = this
    const [x, y] = [this.scale.x / laid.x, this.scale.y / laid.y]
    return { x1: -pan.x / x, y1: -pan.y / y, x2: (size.width - pan.x) / x, y2: (size.height - pan.y) / y }
  }
  get isTime() {
    return this.picture?.view === 'time'
  }
  get size(): Size {
    return { width: this.cy.width(), height: this.cy.height() }
  }

  look(picture: Picture) {
    if (picture.view !== this.picture?.view) this.setAhead(null)
    if (picture.view !== 'time') this.laid = { x: 1, y: 1 }
    this.picture = picture
    const box = boxOf(picture, picture.level === 3 ? ROW.width * 0.95 : 0)
    this.box = picture.area ? around(box, picture.area) : box
    this.cy.userZoomingEnabled(picture.view !== 'time')
  }

  /** A position of the layout as one of Cytoscape's. */
  at = ({ x, y }: Point): Point => ({ x: x * this.axes.x, y: y * this.axes.y })

  get fitZoom() {
    return this.fitted.zoom
  }
  private get fitted() {
    const { level, area, view } = this.picture ?? {}
    if (view === 'local' && !area)
      return fitted(this.box, this.size, ZOOM.fit, ZOOM.padding, sideOf(this.size))
    if (area) return fitted(this.box, this.size, level === 1 ? ZOOM.island : ZOOM.fit, 0)
    return fitted(this.box, this.size, level === 4 ? ZOOM.close : ZOOM.fit)
  }
  /** Everything, each axis of Time as large as it can be. Only what leads to a level above gets smaller. */
  private get whole(): Sight {
    if (this.isTime) return fittedAxes(this.box, this.size)
    const { zoom, pan } = this.fitted
    return { scale: { x: zoom, y: zoom }, pan }
  }
  private get hasAbove() {
    return this.picture?.view === 'map' && this.picture.level !== 1
  }

  /** Shows everything. */
  fit() {
    if (this.isTime) this.put(this.whole)
    else this.go(this.fitted, true)
  }

  /** The first view of a picture: everything if that stays readable, else `look`. */
  frame(look: string | null, arrival: Arrival) {
    this.cy.resize()
    const point = this.picture?.positions.get(look ?? '')
    if (this.isTime) return this.frameTime(point)
    const whole = this.fitted
    const isText = this.picture?.level === 3 && whole.zoom < ZOOM.readable
    const aim = isText && point ? this.rowsAt(point) : this.isCut ? this.cardsAt(point) : whole
    this.framedZoom = aim.zoom
    const start = arrival && this.startOf(arrival, aim)
    if (start) this.go(start, false)
    this.go(aim, start !== null)
  }

  /** Whether the whole picture has so many cards or rows that their texts would be too small to read. */
  private get isCut() {
    const { area, level } = this.picture ?? {}
    return area !== undefined && level !== 1 && this.fitZoom < ZOOM.cards
  }
  private cardsAt(point: Point = { x: this.box.x1, y: this.box.y1 }): Viewport {
    return within(this.box, point, 1, this.size, 0)
  }

  private rowsAt(point: Point): Viewport {
    const zoom = wholeColumns(this.size, ROW.width)
    return fromColumn(within(this.box, point, zoom, this.size), point, this.size, ROW.width)
  }

  private frameTime(point: Point | undefined) {
    this.cy.zoom(1)
    const { scale: axes, pan } = this.whole
    // Many rows begin at the top, with room for their names.
    const down = Math.max(axes.y, AXES.readable)
    if (!point)
      return this.setAxes({ ...axes, y: down }, { ...pan, y: pan.y + this.box.y1 * (axes.y - down) })
    const closer = { x: Math.max(axes.x, 0.6), y: Math.max(axes.y, 0.8) }
    const { width, height } = this.size
    this.setAxes(closer, { x: width / 2 - point.x * closer.x, y: height / 2 - point.y * closer.y })
  }

  private startOf(arrival: NonNullable<Arrival>, aim: Viewport): Viewport | null {
    if (arrival.way === 'up') return this.filling(arrival.from)
    const { width, height } = this.size
    const about = (pan: number, length: number) => length / 2 - (length / 2 - pan) * FURTHER
    return { zoom: aim.zoom * FURTHER, pan: { x: about(aim.pan.x, width), y: about(aim.pan.y, height) } }
  }

  /** The view that one node fills. */
  private filling(id: string): Viewport | null {
    const point = this.picture?.positions.get(id)
    if (!point) return null
    const size = this.picture?.sizes.get(id) ?? { width: ROW.width, height: ENLARGED * ROW.height }
    const half = { x: size.width / 2, y: size.height / 2 }
    return fitted(
      { x1: point.x - half.x, y1: point.y - half.y, x2: point.x + half.x, y2: point.y + half.y },
      this.size,
      ZOOM.max,
    )
  }

  /** Moves into what is being opened. */
  into(id: string) {
    const aim = this.isTime ? null : this.filling(id)
    if (aim) this.go(aim, true)
  }

  /** Moves to some nodes, such as the matches of a search. */
  toNodes(ids: readonly string[]) {
    const { picture } = this
    if (!picture || ids.length === 0) return
    const positions = new Map(
      ids.flatMap((id) => (picture.positions.has(id) ? [[id, picture.positions.get(id) as Point]] : [])),
    )
    if (positions.size === 0) return
    const box = boxOf({ positions, sizes: picture.sizes }, picture.level === 3 ? ROW.width * 0.95 : 0)
    if (!this.isTime) return this.go(fitted(box, this.size), true)
    this.put(fittedAxes(box, this.size))
  }

  centre(id: string) {
    const point = this.picture?.positions.get(id)
    if (!point) return
    const zoom = this.isTime ? 1 : Math.min(ZOOM.fit, Math.max(ZOOM.readable, this.cy.zoom()))
    this.go(putAt(this.at(point), zoom, this.size, { x: 0.5, y: 0.5 }), true)
  }

  /** Moves as little as needed to show a node. */
  reveal(id: string) {
    this.settle()
    const point = this.picture?.positions.get(id)
    if (!point) return
    const { x, y } = this.at(point)
    const [zoom, pan] = [this.cy.zoom(), this.cy.pan()]
    const margin = 48
    const over = (at: number, size: number) =>
      at < margin ? margin - at : at > size - margin ? size - margin - at : 0
    const { width, height } = this.size
    const by = { x: over(x * zoom + pan.x, width), y: over(y * zoom + pan.y, height) }
    if (by.x || by.y) this.cy.panBy(by)
  }

  /** Zooms around a point of the screen; in Time along the axis of dates, or of the rows. */
  zoomBy(factor: number, around?: Point, axis: 'x' | 'y' = 'x') {
    const { width, height } = this.size
    this.put(this.scaled(factor, around ?? { x: width / 2, y: height / 2 }, axis))
  }

  /** Zooms by stretching what is drawn. It is drawn anew by `settle`, or once it would look odd. */
  stretch(factor: number, around: Point, axis: 'x' | 'y') {
    const aim = this.scaled(factor, around, axis)
    const { x, y } = stretchOf(aim, this.drawn)
    if (isOdd(x) || isOdd(y)) this.put(aim)
    else this.setAhead(aim)
  }

  /** Draws a stretched picture anew, as large as it is shown. */
  settle() {
    if (this.ahead) this.put(this.ahead)
  }

  private scaled(factor: number, around: Point, axis: 'x' | 'y'): Sight {
    const { isTime, sight, whole } = this
    const { max } = isTime ? AXES : ZOOM
    const least = this.hasAbove ? ZOOM.min : Math.min(whole.scale[axis], sight.scale[axis])
    const by = Math.min(max, Math.max(least, sight.scale[axis] * factor)) / sight.scale[axis]
    const along = { x: isTime && axis === 'y' ? 1 : by, y: isTime && axis === 'x' ? 1 : by }
    const scale = { x: sight.scale.x * along.x, y: sight.scale.y * along.y }
    const keep = (one: 'x' | 'y') => {
      const pan = around[one] - (around[one] - sight.pan[one]) * along[one]
      return along[one] < 1 ? this.covering(one, scale[one], pan) : pan
    }
    return { scale, pan: { x: keep('x'), y: keep('y') } }
  }

  /** Pans so that the picture covers what it covers as a whole; a smaller one is in the middle of that. */
  private covering(axis: 'x' | 'y', scale: number, pan: number): number {
    const { box, whole } = this
    const [start, end] = axis === 'x' ? [box.x1, box.x2] : [box.y1, box.y2]
    const most = whole.pan[axis] + start * (whole.scale[axis] - scale)
    const least = whole.pan[axis] + end * (whole.scale[axis] - scale)
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, pan))
  }

  /** Cytoscape itself zooms when one pinches, and does not stop when the whole picture is in view. */
  pinched() {
    if (!this.hasAbove && this.zoom < this.fitZoom) this.cy.viewport(this.fitted)
  }

  private put({ scale, pan }: Sight) {
    if (this.isTime) return this.setAxes(scale, pan)
    this.setAhead(null)
    this.cy.viewport({ zoom: scale.x, pan })
  }

  private setAxes(axes: Point, pan: Point) {
    this.setAhead(null)
    this.laid = axes
    this.moved()
    this.cy.viewport({ zoom: 1, pan })
  }

  private setAhead(ahead: Sight | null) {
    if (ahead === this.ahead) return
    this.ahead = ahead
    const canvas = this.cy.container()?.firstElementChild as HTMLElement | null | undefined
    if (canvas) canvas.style.transform = ahead ? stretching(ahead, this.drawn) : ''
  }

  private go(aim: Viewport, moving: boolean) {
    this.settle()
    this.cy.stop()
    if (moving && this.motionMs > 0)
      this.cy.animate({ zoom: aim.zoom, pan: aim.pan, duration: this.motionMs, easing: 'ease-out' })
    else this.cy.viewport(aim)
  }
}
