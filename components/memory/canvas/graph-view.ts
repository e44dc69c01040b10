import type { CollectionReturnValue, Core, EventObject } from 'cytoscape'
import type { GraphPosition } from '@/lib/shared/graph'
import type { Point } from '../layout/spine'
import type { Shown } from '../shown'
import { type Picture, pictureElements } from './elements'
import { sizeClass, stylesheet } from './stylesheet'
import type { Theme } from './theme'
import { boxOf, fitted, NAME_SIZES, nameSize, putAt, ZOOM } from './viewport'

export type GraphEvents = {
  /** A node or link was selected; null = the background. */
  onSelect(id: string | null): void
  /** A node was double-clicked. */
  onTwice(id: string): void
  /** A node was dragged. */
  onMoved(moved: GraphPosition): void
}
/** Loaded as soon as the page's code runs; the server never needs it. */
const library = typeof window === 'undefined' ? null : import('cytoscape')
/** Distance from the edge, in pixels, within which a long label turns inwards. */
const EDGE = 110
const SIZE_CLASSES = NAME_SIZES.map(sizeClass).join(' ')
/** Emitted when elements or their colours changed. */
const DRAWN = 'drawn'
const CHANGES = `viewport resize position ${DRAWN}`
type Settings = { theme: Theme; motionMs: number; events: GraphEvents }

/** The canvas: draws a graph and reports interaction. Layout and selection are decided outside. */
export class GraphView {
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
    cy.on('dragfree', 'node', (event) => events.onMoved({ node: idOf(event), ...event.target.position() }))
    cy.on('mouseover', 'node, edge', (event) => this.hover(event, true))
    cy.on('mouseout', 'node, edge', (event) => this.hover(event, false))
    cy.on('zoom', () => this.zoomed())
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

  /** Labels keep a readable size on screen. It changes in a few steps, and only for visible labels. */
  private sizeNames() {
    this.cy.nodes('.named, .hovered, .selected').removeClass(SIZE_CLASSES).addClass(sizeClass(this.names))
    this.cy.nodes('.hovered, .selected').forEach((node) => {
      const { x } = node.renderedPosition()
      node.style('text-halign', x > this.cy.width() - EDGE ? 'left' : x < EDGE ? 'right' : 'center')
    })
  }
  private zoomed() {
    const size = nameSize(this.cy.zoom())
    if (size === this.names) return
    this.names = size
    this.cy.batch(() => this.sizeNames())
  }

  /** Draws a graph. Existing elements stay. */
  show(picture: Picture, shown: Shown) {
    this.picture = picture
    const wanted = pictureElements(picture)
    const ids = new Set(wanted.map(({ data }) => String(data.id)))
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
      this.cy.add(
        fresh.map((element) =>
          element.position ? { ...element, classes: `${element.classes} ${sizeClass(this.names)}` } : element,
        ),
      )
      if (fresh.length < wanted.length) this.sizeNames()
    })
    this.setShown(shown)
    this.select(this.selected)
    this.cy.emit(DRAWN)
  }

  setShown({ nodes, edges, unborn }: Shown) {
    this.cy.batch(() => {
      this.cy.elements().forEach((element) => {
        const id = element.id()
        const faded = !(element.isNode() ? nodes : edges).has(id)
        if (element.hasClass('faded') !== faded) element.toggleClass('faded', faded)
        if (element.hasClass('unborn') !== unborn.has(id)) element.toggleClass('unborn', unborn.has(id))
      })
    })
    this.cy.emit(DRAWN)
  }

  /** Highlights an element and its links. Never moves the viewport. */
  select(id: string | null) {
    this.selected = id
    this.cy.batch(() => {
      this.cy.elements('.selected, .near').removeClass('selected near').removeStyle('text-halign')
      if (id === null) return
      const element: CollectionReturnValue = this.cy.getElementById(id)
      element.addClass('selected').filter('edge').union(element.connectedEdges()).addClass('near')
      this.sizeNames()
    })
  }

  private hover(event: EventObject, over: boolean) {
    event.target.toggleClass('hovered', over)
    if (over) this.sizeNames()
    else event.target.removeStyle('text-halign')
    const container = this.cy.container()
    if (container) container.style.cursor = over ? 'pointer' : ''
  }

  /** Fits everything; small graphs are not enlarged. */
  fit() {
    this.cy.viewport(fitted(boxOf(this.picture?.positions.values() ?? []), this.size()))
  }

  /**
   * The first framing: everything if it stays readable, else the newest part. Best called before drawing, so
   * that labels are sized once.
   */
  frame({ positions, view }: Picture, newest: string | null) {
    this.cy.resize()
    const all = fitted(boxOf(positions.values()), this.size())
    const point = positions.get(newest ?? '')
    if (all.zoom >= ZOOM.readable || view !== 'time' || !point) this.cy.viewport(all)
    else this.cy.viewport(putAt(point, ZOOM.first, this.size(), { x: 0.8, y: 0.45 }))
  }

  /** Centres a node at a readable size. */
  centre({ positions }: Picture, id: string) {
    this.cy.resize()
    const point = positions.get(id)
    const zoom = this.cy.zoom()
    const readable = zoom >= ZOOM.readable && zoom <= 2 * ZOOM.fit
    if (point) this.cy.viewport(putAt(point, readable ? zoom : 1, this.size(), { x: 0.5, y: 0.5 }))
  }

  private size = () => ({ width: this.cy.width(), height: this.cy.height() })

  /** Moves as little as needed to show a node. */
  reveal(id: string) {
    const node = this.cy.getElementById(id)
    if (node.empty() || !node.isNode()) return
    const { x, y } = node.renderedPosition()
    const margin = 48
    const over = (at: number, size: number) =>
      at < margin ? margin - at : at > size - margin ? size - margin - at : 0
    const by = { x: over(x, this.cy.width()), y: over(y, this.cy.height()) }
    if (by.x || by.y) this.cy.panBy(by)
  }

  /** Zooms around the centre of the canvas. */
  zoomBy(factor: number) {
    const { width, height } = this.size()
    this.cy.zoom({ level: this.cy.zoom() * factor, renderedPosition: { x: width / 2, y: height / 2 } })
  }

  positions(): Map<string, Point> {
    return new Map(this.cy.nodes().map((node) => [node.id(), { ...node.position() }]))
  }
}
