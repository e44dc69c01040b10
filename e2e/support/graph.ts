import { expect, type Page } from '@playwright/test'
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

export const list = (page: Page) => page.getByRole('region', { name: 'Memory list' })
export const graph = (page: Page) => page.getByRole('region', { name: 'Memory graph' })
export const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

export async function canvasReady(page: Page) {
  await graph(page).and(page.locator('[data-ready]')).waitFor()
}

/** Opens the map with a query such as `?conversation=ID`. */
export async function openMap(page: Page, query = '') {
  await page.goto(`/memory${query}`)
  await canvasReady(page)
}

/** The symbols of the picture, on a wide screen. */
export async function openLegend(page: Page) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  return page.getByRole('group', { name: 'Legend' })
}

/** Ids of the rows of the memory list. */
export const listed = (page: Page, element: 'node' | 'edge') =>
  list(page)
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

/**
 * After each of so many random gestures of the wheel: the numbers of those after which the canvas is empty.
 */
export const emptyFor = (page: Page, gestures: number) =>
  page.evaluate(async (count) => {
    const graph = () => (window as unknown as { __mnemeGraph: Core }).__mnemeGraph
    const frame = () => new Promise(requestAnimationFrame)
    const empty: number[] = []
    let state = 7
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    for (let gesture = 0; gesture < count; gesture += 1) {
      const canvas = graph().container()?.firstElementChild
      const box = graph().container()?.getBoundingClientRect()
      if (!canvas || !box) throw new Error('There is no canvas.')
      const at = { clientX: box.left + random() * box.width, clientY: box.top + random() * box.height }
      const deltaY = (random() < 0.55 ? -1 : 1) * (20 + random() * 300)
      for (let notches = 1 + random() * 8; notches > 0; notches -= 1) {
        canvas.dispatchEvent(new WheelEvent('wheel', { deltaY, ...at, bubbles: true, cancelable: true }))
        await frame()
      }
      // Until it rests, and what was opened is drawn.
      for (let frames = 0; frames < 20; frames += 1) await frame()
      const { width, height } = graph().container()?.getBoundingClientRect() ?? box
      const seen = graph()
        .nodes()
        .filter((node) => {
          const { x1, y1, x2, y2 } = node.renderedBoundingBox()
          return node.visible() && x2 > 0 && y2 > 0 && x1 < width && y1 < height
        })
      if (seen.length === 0) empty.push(gesture)
    }
    return empty
  }, gestures)

/** The level of the map on screen. */
export const levelOf = (page: Page) => graph(page).getAttribute('data-level')

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

/** Opens what is selected, one level further down. */
export async function enter(page: Page) {
  const before = await levelOf(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => levelOf(page)).not.toBe(before)
}
