import type { Page } from '@playwright/test'
import type { Core } from 'cytoscape'

type Point = { x: number; y: number }
type Drawn = Window & { __mnemeGraph: Core; framesSeen: number[] }

/** Where the nodes are on screen. */
const positions = (page: Page): Promise<Point[]> =>
  page.evaluate(() =>
    (window as unknown as Drawn).__mnemeGraph.nodes().map((node) => node.renderedPosition()),
  )

/** A point of the canvas with nothing on it, near the middle. */
async function emptyPoint(page: Page): Promise<Point> {
  const point = await page.evaluate(() => {
    const graph = (window as unknown as Drawn).__mnemeGraph
    const canvas = graph.container()?.getBoundingClientRect()
    if (!canvas) return null
    const boxes = graph.nodes().map((node) => node.renderedBoundingBox())
    const points: Point[] = []
    for (let x = 40; x < canvas.width - 40; x += 20)
      for (let y = 40; y < canvas.height - 40; y += 20) points.push({ x, y })
    const off = ({ x, y }: Point) => Math.hypot(x - canvas.width / 2, y - canvas.height / 2)
    return (
      points
        .sort((a, b) => off(a) - off(b))
        // A press close to a node still grabs it.
        .filter(
          ({ x, y }) => !boxes.some((b) => x > b.x1 - 8 && x < b.x2 + 8 && y > b.y1 - 8 && y < b.y2 + 8),
        )
        .map(({ x, y }) => ({ x: x + canvas.left, y: y + canvas.top }))
        .find(({ x, y }) => document.elementFromPoint(x, y)?.tagName === 'CANVAS')
    )
  })
  if (!point) throw new Error('There is no free place on the canvas to drag from.')
  return point
}

/**
 * What the browser showed during a movement: milliseconds between its frames, and the time on the processor that
 * the page's main thread took for all of them, which other programs do not lengthen.
 */
export type Moved = { frames: number[]; cpuMs: number }

async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<Moved> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpu = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  await page.evaluate(() => {
    const seen: number[] = []
    const see = (at: number) => {
      seen.push(at)
      requestAnimationFrame(see)
    }
    requestAnimationFrame(see)
    Object.assign(window, { framesSeen: seen })
  })
  const before = await cpu()
  await act()
  const cpuMs = (await cpu()) - before
  const times = await page.evaluate(() => (window as unknown as Drawn).framesSeen.splice(0))
  await session.detach()
  return { frames: times.slice(1).map((at, i) => at - (times[i] ?? at)), cpuMs }
}

/** The frames of an untouched page, which show how busy the machine is. */
export const resting = (page: Page, ms: number) => framesDuring(page, () => page.waitForTimeout(ms))

const STEPS = 60
const REACH = 240

/** Drags the background to the right, to the left and back. @throws if the picture did not move. */
export async function pan(page: Page): Promise<Moved> {
  const { x, y } = await emptyPoint(page)
  const [before] = await positions(page)
  let moved = false
  const seen = await framesDuring(page, async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + REACH, y + REACH / 4, { steps: STEPS })
    const [there] = await positions(page)
    moved = Math.abs((there?.x ?? 0) - (before?.x ?? 0)) > REACH / 2
    await page.mouse.move(x - REACH, y - REACH / 4, { steps: 2 * STEPS })
    await page.mouse.move(x, y, { steps: STEPS })
    await page.mouse.up()
  })
  if (!moved) throw new Error('Dragging the background did not move the picture.')
  return seen
}

/** Pixels of the wheel for one event, and events in each direction: too few to open what is under the pointer. */
const WHEEL = 20
const NOTCHES = 20
/** Until labels are laid out again after a gesture. */
const SETTLE_MS = 500

/** Zooms in and out by the wheel; `look` runs at each end. @throws if the picture stayed the same. */
export async function zoom(page: Page, look: () => Promise<unknown>): Promise<Moved> {
  const { x, y } = await emptyPoint(page)
  await page.mouse.move(x, y)
  const seen: Moved = { frames: [], cpuMs: 0 }
  for (const by of [-WHEEL, WHEEL]) {
    const before = JSON.stringify(await positions(page))
    const turned = await framesDuring(page, async () => {
      for (let i = 0; i < NOTCHES; i++) await page.mouse.wheel(0, by)
    })
    seen.frames.push(...turned.frames)
    seen.cpuMs += turned.cpuMs
    await page.waitForTimeout(SETTLE_MS)
    if (JSON.stringify(await positions(page)) === before)
      throw new Error('The wheel did not zoom the picture.')
    await look()
  }
  return seen
}
