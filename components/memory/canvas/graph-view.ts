import type { CollectionReturnValue, Core, EventObject } from 'cytoscape'
import type { Point } from '../layout/spine'
import type { Shown } from '../shown'
import { type Picture, pictureElements } from './elements'
import { stylesheet } from './stylesheet'
import type { Theme } from './theme'
import { closeGaps, nameSize, ZOOM, zoomAround } from './viewport'

export type GraphEvents = {
  /** A node or link was chosen; null = the empty ground. */
  onSelect(id: string | null): void
  /** A node was pressed twice. */
  onTwice(id: string): void
  /** Nodes were dragged to new places. */
  onMoved(moved: { node: string; x: number; y: number }[]): void
}
type Settings = { theme: Theme; motionMs: number; events: GraphEvents }

/** The canvas: draws a picture and says what was done to it. Where things stand and what is chosen is decided outside. */
export class GraphView {
  private readonly watchers = new Set<() => void>()
  private picture: Picture | null = null
  private selected: string | null = null
  private names = nameSize(1)

  private constructor(
    readonly cy: Core,
    private readonly settings: Settings,
  ) {
    const { events } = settings
    const idOf = (event: EventObject) => event.target.id() as string
    cy.on('tap', (event) => events.onSelect(event.target === cy ? null : idOf(event)))
    cy.on('dbltap', 'node', (event) => events.onTwice(idOf(event)))
    cy.on('dragfree', 'node', (event) => events.onMoved([{ node: idOf(event), ...event.target.position() }]))
    cy.on('mouseover', 'node, edge', (event) => this.hover(event, true))
    cy.on('mouseout', 'node, edge', (event) => this.hover(event, false))
    cy.on('zoom', () => this.sizeNames())
    cy.on('viewport resize position', () => this.changed())
  }

  /** Loads the library and opens a canvas in `container`. */
  static async open(container: HTMLElement, settings: Settings): Promise<GraphView> {
    const { default: cytoscape } = await import('cytoscape')
    const cy = cytoscape({
      container,
      style: stylesheet(settings.theme, settings.motionMs, nameSize(1)),
      minZoom: ZOOM.min,
      maxZoom: ZOOM.max,
      autounselectify: true,
      boxSelectionEnabled: false,
      userZoomingEnabled: true,
      hideEdgesOnViewport: false,
      textureOnViewport: false,
    })
    return new GraphView(cy, settings)
  }

  close() {
    this.watchers.clear()
    this.cy.destroy()
  }

  /** Calls back when the viewport moved or nodes did; returns the way to stop. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => void this.watchers.delete(watcher)
  }
  private changed() {
    for (const watcher of this.watchers) watcher()
  }

  setTheme(theme: Theme) {
    this.settings.theme = theme
    this.restyle()
  }

  /** Names keep a readable size on the screen; the style changes only between a few sizes. */
  private sizeNames() {
    if (nameSize(this.cy.zoom()) !== this.names) this.restyle()
  }

  private restyle() {
    this.names = nameSize(this.cy.zoom())
    this.cy.style(stylesheet(this.settings.theme, this.settings.motionMs, this.names))
    this.changed()
  }

  /** Draws a picture. What stays keeps its element, what is new fades in at its place, nothing flies about. */
  show(picture: Picture, shown: Shown) {
    const first = this.picture?.view !== picture.view || this.cy.elements().empty()
    this.picture = picture
    const wanted = pictureElements(picture)
    const ids = new Set(wanted.map(({ data }) => String(data.id)))
    let added: CollectionReturnValue = this.cy.collection()
    this.cy.batch(() => {
      this.cy
        .elements()
        .filter((element) => !ids.has(element.id()))
        .remove()
      const fresh = wanted.filter(({ data }) => this.cy.getElementById(String(data.id)).empty())
      const known = new Set(fresh.map(({ data }) => data.id))
      for (const { data, position, classes } of wanted) {
        if (known.has(data.id)) continue
        const element = this.cy.getElementById(String(data.id))
        element.data(data)
        if (position) element.position(position)
        if (element.isNode()) element.removeClass('named boxed').addClass(String(classes))
      }
      added = this.cy.add(fresh)
    })
    this.setShown(shown)
    if (!first && this.settings.motionMs) this.fadeIn(added)
    this.select(this.selected)
    this.changed()
  }

  private fadeIn(added: CollectionReturnValue) {
    const fading = added.not('.unborn')
    fading.addClass('unborn')
    requestAnimationFrame(() => !this.cy.destroyed() && fading.removeClass('unborn'))
  }

  setShown({ nodes, edges, unborn }: Shown) {
    this.cy.batch(() => {
      this.cy.nodes().forEach((node) => void node.toggleClass('faded', !nodes.has(node.id())).toggleClass('unborn', unborn.has(node.id())))
      this.cy.edges().forEach((edge) => void edge.toggleClass('faded', !edges.has(edge.id())).toggleClass('unborn', unborn.has(edge.id())))
    })
    this.changed()
  }

  /** Marks an element and its links. Never moves the viewport. */
  select(id: string | null) {
    this.selected = id
    this.cy.batch(() => {
      this.cy.elements('.selected, .near').removeClass('selected near')
      if (id === null) return
      const element: CollectionReturnValue = this.cy.getElementById(id)
      element.addClass('selected').filter('edge').union(element.connectedEdges()).addClass('near')
    })
  }

  private hover(event: EventObject, over: boolean) {
    event.target.toggleClass('hovered', over)
    const container = this.cy.container()
    if (container) container.style.cursor = over ? 'pointer' : ''
  }

  /** Everything, as large as fits; small graphs are not blown up. */
  fit() {
    this.cy.fit(undefined, ZOOM.padding)
    if (this.cy.zoom() > ZOOM.fit) {
      this.cy.zoom(ZOOM.fit)
      this.cy.center()
    }
  }

  /** The first look at a picture: everything when it stays readable, else its newest part at a readable size. */
  frame(newest: string | null) {
    this.cy.resize()
    this.fit()
    if (this.cy.zoom() >= ZOOM.readable || this.picture?.view !== 'time' || newest === null) return
    this.cy.zoom(ZOOM.first)
    this.showAt(newest, 0.8, 0.45)
    closeGaps(this.cy, ZOOM.padding)
  }

  /** Brings a node to the middle, at a readable size. */
  centre(id: string) {
    this.cy.resize()
    if (this.cy.zoom() < ZOOM.readable || this.cy.zoom() > ZOOM.fit * 1.5) this.cy.zoom(1)
    this.showAt(id, 0.5, 0.5)
  }

  /** Moves as little as needed for a node to be seen; not at all when it is. */
  reveal(id: string) {
    const node = this.cy.getElementById(id)
    if (node.empty() || !node.isNode()) return
    const { x, y } = node.renderedPosition()
    const margin = 48
    const over = (at: number, size: number) => (at < margin ? margin - at : at > size - margin ? size - margin - at : 0)
    const by = { x: over(x, this.cy.width()), y: over(y, this.cy.height()) }
    if (by.x || by.y) this.cy.panBy(by)
  }

  /** Puts a node at a place of the canvas, as shares of its width and height. */
  private showAt(id: string, across: number, down: number) {
    const element = this.cy.getElementById(id)
    if (element.empty()) return
    const { x1, x2, y1, y2 } = element.boundingBox({ includeLabels: false })
    const zoom = this.cy.zoom()
    this.cy.pan({ x: this.cy.width() * across - ((x1 + x2) / 2) * zoom, y: this.cy.height() * down - ((y1 + y2) / 2) * zoom })
  }

  zoomBy(factor: number) {
    zoomAround(this.cy, factor)
  }

  positions(): Map<string, Point> {
    return new Map(this.cy.nodes().map((node) => [node.id(), { ...node.position() }]))
  }
}
