import type { Page } from '@playwright/test'
import type { Core } from 'cytoscape'

type Drawn = { id: string; kind: string; faded: boolean; gone: boolean }
export type Elements = { nodes: Drawn[]; edges: Drawn[] }
const inPage = <T>(page: Page, read: (graph: Core) => T): Promise<T> =>
  page.evaluate(`(${read})(window.__mnemeGraph)`)

/** What is on the canvas, as reported by the drawing library. */
export const drawn = (page: Page): Promise<Elements> =>
  inPage(page, (graph) => {
    const of = (elements: ReturnType<typeof graph.nodes> | ReturnType<typeof graph.edges>) =>
      elements.map((element) => ({
        id: element.id(),
        kind: String(element.data('kind')),
        faded: element.hasClass('faded'),
        gone: element.hasClass('gone'),
      }))
    return { nodes: of(graph.nodes()), edges: of(graph.edges()) }
  })

/** The rows of the memory list; across all conversations their number grows with every test. */
export const LIST_ROWS = '[data-element]'

export async function canvasReady(page: Page) {
  await page.getByRole('region', { name: 'Memory graph' }).and(page.locator('[data-ready]')).waitFor()
}

/** Ids of the rows of the memory list. */
export const listed = (page: Page, element: 'node' | 'edge') =>
  page
    .getByRole('region', { name: 'Memory list' })
    .locator(`[data-element=${element}]`)
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id ?? ''))

/** The position of a node on the page, in pixels. */
export const placeOf = (page: Page, id: string) =>
  page.evaluate((wanted) => {
    const graph = (window as unknown as { __mnemeGraph: Core }).__mnemeGraph
    const box = graph.container()?.getBoundingClientRect()
    const { x, y } = graph.getElementById(wanted).renderedPosition()
    return { x: x + (box?.left ?? 0), y: y + (box?.top ?? 0) }
  }, id)

/** The level of the map on screen, or the name of another view. */
export const levelOf = (page: Page) =>
  page.getByRole('region', { name: 'Memory graph' }).getAttribute('data-level')

/** Pairs of labels whose boxes overlap on screen, by a pixel or more. */
export const overlappingLabels = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll<HTMLElement>('[data-labels] > [data-label]')]
    const boxes = labels.map((label) => ({
      text: label.textContent ?? '',
      box: label.getBoundingClientRect(),
    }))
    const pairs = boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box }) =>
            a.box.left < box.right - 1 &&
            box.left < a.box.right - 1 &&
            a.box.top < box.bottom - 1 &&
            box.top < a.box.bottom - 1,
        )
        .map((b) => `${a.text} / ${b.text}`),
    )
    return { count: labels.length, pairs }
  })
