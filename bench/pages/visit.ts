import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '@/scripts/browser.mjs'
import { startNext } from '../server'
import type { Workplace } from '../workplace'

/** A page of a browser, and the address of a server for it. Its profile is on disk: real ones cache scripts. */
export async function openPage(place: Workplace, opened: (close: () => Promise<unknown>) => void) {
  const server = await startNext(place.folder, { DATABASE_URL: place.url })
  opened(server.stop)
  const { executablePath } = await ensureBrowser()
  const browser = await chromium.launchPersistentContext(path.join(place.folder, 'browser'), {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  opened(() => browser.close())
  return { page: await browser.newPage(), url: server.url }
}

/** A page of the app, and what must be there before it is usable. */
export type Visited = { name: string; path: string; usable(page: Page): Promise<unknown> }

/** Milliseconds since the navigation began, by the page's own clock. */
const elapsed = (page: Page) => page.evaluate(() => performance.now())

export const chat = (conversationId: string, turns: number): Visited => ({
  name: 'chat',
  path: `/c/${conversationId}`,
  async usable(page) {
    await page
      .getByRole('region', { name: `Message ${turns}`, exact: true })
      .getByRole('article', { name: 'Answer' })
      .waitFor()
    // The page is hydrated once a button reacts to typing.
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('a')
    await page.locator('button[aria-label="Send"]:enabled').waitFor()
  },
})

export const graph = (conversationId: string): Visited => ({
  name: 'graph',
  path: `/memory?conversation=${conversationId}`,
  usable: (page) =>
    page.getByRole('region', { name: 'Memory graph' }).and(page.locator('[data-ready]')).waitFor(),
})

export const usage = (conversationId: string): Visited => ({
  name: 'usage',
  path: `/usage?conversation=${conversationId}`,
  async usable(page) {
    // The chart is rendered on the server; it is usable once it reacts to a key.
    const plot = page.getByRole('slider', { name: /^With and without memory/ })
    while ((await plot.getAttribute('aria-valuetext')) === 'No message selected') {
      await plot.press('End')
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
  },
})

export const inspector = (conversationId: string, turnId: string): Visited => ({
  name: 'inspector',
  path: `/c/${conversationId}/turns/${turnId}`,
  usable: (page) =>
    page.getByRole('region', { name: 'Prompt', exact: true }).getByRole('article').first().waitFor(),
})

export const search = (words: string): Visited => ({
  name: 'search',
  path: `/search?${new URLSearchParams({ q: words })}`,
  usable: (page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor(),
})

/** Milliseconds from the navigation until the page is usable. */
export async function timeToUse(page: Page, base: string, { path, usable }: Visited): Promise<number> {
  await page.goto(`${base}${path}`, { waitUntil: 'commit' })
  await usable(page)
  return elapsed(page)
}

/** Scrolls up until `count` turns are on the page. */
export async function showTurns(page: Page, count: number): Promise<number> {
  const shown = page.getByRole('region', { name: /^Message \d+$/ })
  for (let now = await shown.count(); now < count; now = await shown.count()) {
    await shown.first().evaluate((turn) => {
      for (let box = turn.parentElement; box; box = box.parentElement)
        if (box.scrollTop > 0) box.scrollTop = 0
    })
    const grew = page.waitForFunction(
      (known) => document.querySelectorAll('section[aria-label^="Message "]').length > known,
      now,
      { timeout: 5_000 },
    )
    if (!(await grew.then(Boolean, () => false))) break
  }
  return shown.count()
}

/** Milliseconds from each key to the next frame painted after it. */
export async function keystrokes(page: Page, text: string): Promise<number[]> {
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.click()
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { keystrokes: seen })
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => seen.push(performance.now() - timeStamp))),
      { capture: true },
    )
  })
  await box.pressSequentially(text, { delay: 60 })
  return page.evaluate(() => (window as unknown as { keystrokes: number[] }).keystrokes)
}
