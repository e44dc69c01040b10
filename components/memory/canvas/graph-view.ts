import type { CollectionReturnValue, Core, EventObject } from 'cytoscape'
import type { GraphPosition } from '@/lib/shared/memory/graph'
import type { Point } from '../layout/placed'
import type { ShownElements } from '../shown'
import { Camera } from './camera'
import { type Picture, pictureElements } from './elements'
import { lineAt, opensAt } from './opens-at'
import { stylesheet } from './stylesheet'
import type { Theme } from './theme'
import { ENTER, LEAVE, LEAVE_ROWS, ZOOM } from './viewport'

/** A gesture ends after this long without movement. */
const STILL_MS = 180

/** A drag or a turn of the wheel that moves the view, until it rests. */
class Gesture {
  private still: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly onEnd: () => void) {}

  get isMoving() {
    return this.still !== undefined
  }

  moved() {
    clearTimeout(this.still)
    this.still = setTimeout(() => this.end(), STILL_MS)
  }

  end() {
    if (!this.isMoving) return
    this.forget()
    this.onEnd()
  }

  /** Ends it unseen, when the canvas closes. */
  forget() {
    clearTimeout(this.still)
    this.still = undefined
  }
}

export type GraphEvents = {
  onSelect(id: string | null): void
  onOpen(id: string): void
  onLeave(): void
  onMoved(moved: GraphPosition): void
  onHover(id: string | null): void
}
/** Loaded as soon as the page's code runs; the server never needs it. */
const library = typeof window === 'undefined' ? null : import('cytoscape')
/** Emitted when elements, their places or colours changed. */
const DRAWN = 'drawn'
/** Emitted when a gesture that moved the view ends. */
const SETTLED = 'settled'
const CHANGES = `viewport resize position ${DRAWN} ${SETTLED}`
/** A gesture changes the level once. Zooming back out is a new gesture. */
const REST_MS = 600
/** `events` may be replaced. */
type Settings = { theme: Theme; motionMs: number; events: GraphEvents }

/** The canvas: draws a picture and reports interaction. Layout and selection are decided outside. */
export class GraphView {
  readonly camera: Camera
  private picture: Picture | null = null
  private selected: string | null = null
  private hovered: string | null = null
  private pointer: Point | undefined
  private rested = { at: Number.NEGATIVE_INFINITY, isOut: false }
  private lastZoom = 1
  /** While it moves the view, labels follow; they are laid out again when it ends. */
  readonly gesture = new Gesture(() => {
    this.camera.keep()
    this.cy.emit(SETTLED)
  })

  private constructor(
    readonly cy: Core,
    readonly settings: Settings,
  ) {
    this.camera = new Camera(cy, settings.motionMs)
    const idOf = (event: EventObject) => event.target.id() as string
    // The text next to a turn in a card is the turn's.
    const meant = ({ target, renderedPosition }: EventObject) =>
      target.data('kind') === 'conversation' && renderedPosition && this.picture
        ? lineAt(this.picture, this.camera, renderedPosition)
        : null
    cy.on('tap', (event) =>
      settings.events.onSelect(event.target === cy ? null : (meant(event) ?? idOf(event))),
    )
    cy.on('dbltap', 'node', (event) => settings.events.onOpen(meant(event) ?? idOf(event)))
    cy.on('dragfree', 'node', (event) =>
      settings.events.onMoved({ node: idOf(event), ...event.target.position() }),
    )
    cy.on('mouseover', 'node, edge', (event) => this.hover(idOf(event)))
    cy.on('mouseout', 'node, edge', () => this.hover(null))
    cy.on('mousemove', (event) => {
      this.pointer = event.renderedPosition
    })
    cy.on('dragpan pinchzoom', () => this.gesture.moved())
    cy.on('pinchzoom', () => {
      this.camera.pinched()
      this.zoomed(this.pointer)
    })
  }

  static load = () => library ?? import('cytoscape')
  /** Loads the library and opens a canvas in `container`; null = headless. */
  static async open(container: HTMLElement | null, settings: Settings): Promise<GraphView> {
    const { default: cytoscape } = await GraphView.load()
    const cy = cytoscape({
      ...(container ? { container } : { headless: true, styleEnabled: true }),
      style: stylesheet(settings.theme, settings.motionMs),
      minZoom: ZOOM.min,
      maxZoom: ZOOM.max,
      autounselectify: true,
      boxSelectionEnabled: false,
    })
    return new GraphView(cy, settings)
  }

  close() {
    this.gesture.forget()
    this.cy.destroy()
  }

  /**
   * Calls back when the viewport or nodes moved; `onlyMoved` = all else is as before. @returns how to stop.
   */
  watch(watcher: (onlyMoved: boolean) => void): () => void {
    const told = ({ type }: EventObject) => watcher(type === 'viewport')
    this.cy.on(CHANGES, told)
    return () => void this.cy.off(CHANGES, told)
  }

  setTheme(theme: Theme) {
    this.cy.style(stylesheet(theme, this.settings.motionMs))
    this.cy.emit(DRAWN)
  }

  /** Draws a picture. Elements that were there stay. */
  show(picture: Picture, shown: ShownElements) {
    this.picture = picture
    this.camera.look(picture)
    const wanted = pictureElements(picture)
    const ids = new Set(wanted.map(({ data }) => String(data.id)))
    this.cy.batch(() => {
      this.cy
        .elements()
        .filter((element) => !ids.has(element.id()))
        .remove()
      const fresh = wanted.filter((one) => {
        const element = this.cy.getElementById(String(one.data.id))
        if (element.empty()) return true
        element.removeData().data(one.data)
        return false
      })
      this.cy.add(fresh)
      this.cy.autoungrabify(picture.level !== 1)
      for (const [id, point] of picture.positions) this.cy.getElementById(id).position(point)
    })
    if (this.hovered !== null && !ids.has(this.hovered)) this.hover(null)
    this.setShown(shown)
    this.select(this.selected)
  }

  setShown({ nodes, edges, gone }: ShownElements) {
    this.camera.standing = nodes
    this.cy.batch(() => {
      this.cy.elements().forEach((element) => {
        const id = element.id()
        const isGone = gone.has(id)
        const faded = !isGone && !(element.isNode() ? nodes : edges).has(id)
        const classes = { faded, gone: isGone }
        for (const [name, on] of Object.entries(classes))
          if (element.hasClass(name) !== on) element.toggleClass(name, on)
      })
    })
    this.cy.emit(DRAWN)
  }

  /** Highlights an element with what it is linked with. Never moves the viewport. */
  select(id: string | null) {
    this.selected = id
    this.cy.elements('.selected').removeClass('selected')
    if (id !== null) this.cy.getElementById(id).addClass('selected')
    this.emphasise()
  }

  /** Points at something, or at nothing: Cytoscape does not say when the pointer leaves the canvas. */
  hover(id: string | null) {
    // A node that merely passes under the pointer is not hovered.
    if (id === this.hovered || (this.gesture.isMoving && id !== null)) return
    this.hovered = id
    this.cy.elements('.hovered').removeClass('hovered')
    if (id !== null) this.cy.getElementById(id).addClass('hovered')
    this.emphasise()
    const container = this.cy.container()
    if (container) container.style.cursor = id === null ? '' : 'pointer'
    this.settings.events.onHover(id)
  }

  /** Dims everything but what is hovered or selected and its links. */
  private emphasise() {
    const id = this.hovered ?? this.selected
    const centre: CollectionReturnValue = id === null ? this.cy.collection() : this.cy.getElementById(id)
    this.cy.batch(() => {
      this.cy.elements('.near, .dim').removeClass('near dim')
      if (centre.empty()) return
      const links = centre.filter('edge').union(centre.connectedEdges())
      const kept = centre.union(links).union(links.connectedNodes()).union(akin(this.cy, centre))
      links.addClass('near')
      this.cy.elements().difference(kept).addClass('dim')
    })
    this.cy.emit(DRAWN)
  }

  isDim = (id: string) => this.cy.getElementById(id).hasClass('dim')

  /** Zooming in opens what has become large enough; zooming out leaves what has become small enough. */
  zoomed(pointer?: Point) {
    const { camera, picture } = this
    const { zoom } = camera
    const isOut = zoom < this.lastZoom
    this.lastZoom = zoom
    if (!picture || this.isResting(isOut)) return
    const least = Math.max(camera.fitted.zoom * LEAVE, camera.framedZoom * LEAVE_ROWS)
    if (isOut && zoom < least) return this.rest(isOut, () => this.settings.events.onLeave())
    const { width, height } = camera.size
    const node = isOut ? null : opensAt(this.cy, camera, pointer ?? { x: width / 2, y: height / 2 })
    if (node !== null && (zoom >= camera.framedZoom * ENTER || this.fillsCanvas(node)))
      this.rest(isOut, () => this.settings.events.onOpen(node))
  }

  private rest(isOut: boolean, act: () => void) {
    this.rested = { at: performance.now(), isOut }
    act()
  }

  private isResting(isOut: boolean): boolean {
    const { rested } = this
    return performance.now() - rested.at < REST_MS && (rested.isOut || !isOut)
  }

  private fillsCanvas(id: string): boolean {
    const { zoom, size } = this.camera
    const node = this.cy.getElementById(id)
    return zoom * Math.min(node.width(), node.height()) >= 0.75 * Math.min(size.width, size.height)
  }

  /** Zooms by the wheel towards a point, or by a button or key. */
  zoomBy(factor: number, point?: Point) {
    this.lastZoom = this.camera.zoom
    this.camera.zoomBy(factor, point)
    this.gesture.moved()
    this.zoomed(point)
  }

  positions(): Map<string, Point> {
    return new Map(this.cy.nodes().map((node) => [node.id(), { ...node.position() }]))
  }
}

/** Nodes that belong to a node without a link: topics that share an entity with it, the turns of a card. */
function akin(cy: Core, node: CollectionReturnValue): CollectionReturnValue {
  const shared = node.filter('[kind = "topic"]').neighborhood('node[kind = "entity"]').connectedEdges()
  const card: string = node.data('card') ?? node.id()
  const turns = cy.nodes().filter((one) => one.data('card') === card)
  return shared.union(shared.connectedNodes()).union(turns).union(cy.getElementById(card))
}
