import type { CollectionReturnValue, Core, EventObject } from 'cytoscape'
import type { GraphPosition, NodeKind } from '@/lib/shared/memory/graph'
import type { Point } from '../layout/placed'
import { ROW } from '../layout/rows-layout'
import type { Shown } from '../shown'
import { Camera } from './camera'
import { bendOf, type Picture, pictureElements } from './elements'
import { stylesheet } from './stylesheet'
import type { Theme } from './theme'
import { LEAVE, ZOOM } from './viewport'

export type GraphEvents = {
  /** A node or link was selected; null = the background. */
  onSelect(id: string | null): void
  /** A node was double-clicked, or one zoomed into it. */
  onOpen(id: string): void
  /** One zoomed out of the picture. */
  onLeave(): void
  /** A node was dragged. */
  onMoved(moved: GraphPosition): void
  onHover(id: string | null): void
}
/** Loaded as soon as the page's code runs; the server never needs it. */
const library = typeof window === 'undefined' ? null : import('cytoscape')
/** Emitted when elements, their places or colours changed. */
const DRAWN = 'drawn'
const CHANGES = `viewport resize position ${DRAWN}`
/** After zooming into another level the same gesture goes no further. */
const REST_MS = 600
const OPENS: ReadonlySet<NodeKind> = new Set(['topic', 'conversation', 'turn'])
type Settings = { theme: Theme; motionMs: number; events: GraphEvents }

/** The canvas: draws a picture and reports interaction. Layout and selection are decided outside. */
export class GraphView {
  readonly camera: Camera
  private picture: Picture | null = null
  private selected: string | null = null
  private hovered: string | null = null
  private pointer: Point | null = null
  private restedAt = 0

  private constructor(
    readonly cy: Core,
    private readonly settings: Settings,
  ) {
    const { events } = settings
    this.camera = new Camera(cy, settings.motionMs, () => this.placeAll())
    const idOf = (event: EventObject) => event.target.id() as string
    cy.on('tap', (event) => events.onSelect(event.target === cy ? null : idOf(event)))
    cy.on('dbltap', 'node', (event) => events.onOpen(idOf(event)))
    cy.on('dragfree', 'node', (event) => events.onMoved({ node: idOf(event), ...event.target.position() }))
    cy.on('mouseover', 'node, edge', (event) => this.hover(idOf(event)))
    cy.on('mouseout', 'node, edge', () => this.hover(null))
    cy.on('mousemove', (event) => {
      this.pointer = event.renderedPosition
    })
    cy.on('scrollzoom pinchzoom', () => this.zoomed(this.pointer))
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
    this.cy.destroy()
  }

  /** Calls back when the viewport or nodes moved. @returns an unsubscribe function. */
  watch(watcher: () => void): () => void {
    this.cy.on(CHANGES, watcher)
    return () => void this.cy.off(CHANGES, watcher)
  }

  setTheme(theme: Theme) {
    this.cy.style(stylesheet(theme, this.settings.motionMs))
    this.cy.emit(DRAWN)
  }

  /** Draws a picture. Elements that were there stay. */
  show(picture: Picture, shown: Shown) {
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
        if (element.isEdge()) element.toggleClass('bundled', one.classes === 'bundled')
        return false
      })
      this.cy.add(fresh)
      this.cy.autoungrabify(picture.view !== 'map' || picture.level !== 1)
    })
    this.placeAll()
    this.hovered = null
    this.setShown(shown)
    this.select(this.selected)
  }

  /** Puts every node where its position is at the scales of the axes. */
  private placeAll() {
    const { picture, cy, camera } = this
    if (!picture) return
    cy.batch(() => {
      for (const [id, point] of picture.positions) {
        const node = cy.getElementById(id)
        if (node.empty()) continue
        const end = picture.ends.get(id)
        const at = camera.at(point)
        if (end === undefined) node.position(at)
        else {
          const width = Math.max(10, (end - point.x) * camera.axes.x)
          node.data('width', width).position({ x: at.x + width / 2 - 5, y: at.y })
        }
      }
      if (camera.isTime)
        cy.edges('[bend != 0]').forEach((edge) => {
          edge.data('bend', bendOf(edge.source().position(), edge.target().position()))
        })
    })
    cy.emit(DRAWN)
  }

  setShown({ nodes, edges, gone }: Shown) {
    this.cy.batch(() => {
      this.cy.elements().forEach((element) => {
        const id = element.id()
        const isGone = gone.has(id)
        const members: string[] | undefined = element.data('edges')
        const there = element.isNode() ? nodes : edges
        const faded = !isGone && !(members ? members.some((one) => there.has(one)) : there.has(id))
        if (element.hasClass('faded') !== faded) element.toggleClass('faded', faded)
        if (element.hasClass('gone') !== isGone) element.toggleClass('gone', isGone)
      })
    })
    this.cy.emit(DRAWN)
  }

  /** Highlights an element with what it is linked with. Never moves the viewport. */
  select(id: string | null) {
    this.selected = id
    this.cy.batch(() => {
      this.cy.elements('.selected').removeClass('selected')
      if (id !== null) this.cy.getElementById(id).addClass('selected')
    })
    this.emphasise()
  }

  /** A way between two nodes; empty = none. */
  setPath(ids: readonly string[]) {
    this.cy.batch(() => {
      this.cy.elements('.path').removeClass('path')
      for (const id of ids) this.cy.getElementById(id).addClass('path')
    })
  }

  private hover(id: string | null) {
    if (id === this.hovered) return
    this.hovered = id
    this.cy.elements('.hovered').removeClass('hovered')
    if (id !== null) this.cy.getElementById(id).addClass('hovered')
    this.emphasise()
    const container = this.cy.container()
    if (container) container.style.cursor = id === null ? '' : 'pointer'
    this.settings.events.onHover(id)
  }

  /** Dims everything but what is hovered or selected and its links, and opens the ribbon in question. */
  private emphasise() {
    const id = this.hovered ?? this.selected
    const centre: CollectionReturnValue = id === null ? this.cy.collection() : this.cy.getElementById(id)
    this.cy.batch(() => {
      this.cy.elements('.near, .dim, .opened').removeClass('near dim opened')
      if (centre.empty()) return
      const members: string[] = centre.data('edges') ?? []
      const inside = this.cy.collection(
        members.map((one) => this.cy.getElementById(one)[0]).filter(Boolean) as never,
      )
      const links = centre.filter('edge').union(centre.connectedEdges()).union(inside)
      const kept = centre.union(links).union(links.connectedNodes())
      links.addClass('near')
      inside.addClass('opened')
      this.cy.elements().difference(kept).addClass('dim')
    })
    this.cy.emit(DRAWN)
  }

  isDim = (id: string) => this.cy.getElementById(id).hasClass('dim')

  /** Zooming by hand goes down into what is large enough, and up from what is small enough. */
  zoomed(pointer: Point | null = null) {
    const { cy, camera, picture } = this
    if (!picture || picture.view === 'time' || performance.now() - this.restedAt < REST_MS) return
    const zoom = cy.zoom()
    if (zoom < camera.fitZoom * LEAVE) return this.rest(() => this.settings.events.onLeave())
    const { width, height } = camera.size
    const { x, y } = pointer ?? { x: width / 2, y: height / 2 }
    const around = cy.nodes().filter((node) => {
      if (!OPENS.has(node.data('kind'))) return false
      const at = node.renderedPosition()
      const half = { x: node.renderedWidth() / 2, y: node.renderedHeight() / 2 }
      const right = node.data('kind') === 'turn' ? ROW.width * zoom * 0.8 : half.x
      return (
        at.x - half.x <= x &&
        x <= at.x + right &&
        Math.abs(at.y - y) <= Math.max(half.y, ROW.height * zoom * 0.5)
      )
    })
    const node = around[0]
    if (!node) return
    const isLarge = Math.min(node.renderedWidth(), node.renderedHeight()) >= 0.75 * Math.min(width, height)
    if (isLarge || (node.data('kind') !== 'topic' && zoom >= Math.max(ZOOM.open, camera.fitZoom * 1.4)))
      this.rest(() => this.settings.events.onOpen(node.id()))
  }

  private rest(act: () => void) {
    this.restedAt = performance.now()
    act()
  }

  /** Zooms by a button or key. */
  zoomBy(factor: number, axis: 'x' | 'y' = 'x') {
    this.camera.zoomBy(factor, undefined, axis)
    this.zoomed()
  }

  positions(): Map<string, Point> {
    return new Map(this.cy.nodes().map((node) => [node.id(), { ...node.position() }]))
  }
}
