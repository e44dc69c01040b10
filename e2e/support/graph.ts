import type { Page } from '@playwright/test'
import type { Core } from 'cytoscape'

type Drawn = { id: string; kind: string; faded: boolean }
export type Elements = { nodes: Drawn[]; edges: Drawn[] }
const inPage = <T>(page: Page, read: (graph: Core) => T): Promise<T> =>
  page.evaluate(`(${read})(window.__mnemeGraph)`)

/** What the canvas really holds, asked of the drawing library itself. */
export const drawn = (page: Page): Promise<Elements> =>
  inPage(page, (graph) => {
    const of = (elements: ReturnType<typeof graph.nodes> | ReturnType<typeof graph.edges>) =>
      elements.map((element) => ({
        id: element.id(),
        kind: String(element.data('kind')),
        faded: element.hasClass('faded'),
      }))
    return { nodes: of(graph.nodes()), edges: of(graph.edges()) }
  })

/** Rows of the list twin: over all conversations they are as many as the tests of a run have made. */
export const LIST_ROWS = '[data-element]'

export async function canvasReady(page: Page) {
  await page.getByRole('region', { name: 'Memory graph' }).and(page.locator('[data-ready]')).waitFor()
}

/** The rows of the list twin by id. */
export const listed = (page: Page, element: 'node' | 'edge') =>
  page
    .getByRole('region', { name: 'Memory list' })
    .locator(`[data-element=${element}]`)
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id ?? ''))

/** Where a node stands on the screen, in pixels of the page. */
export const placeOf = (page: Page, id: string) =>
  page.evaluate((wanted) => {
    const graph = (window as unknown as { __mnemeGraph: Core }).__mnemeGraph
    const box = graph.container()?.getBoundingClientRect()
    const { x, y } = graph.getElementById(wanted).renderedPosition()
    return { x: x + (box?.left ?? 0), y: y + (box?.top ?? 0) }
  }, id)
