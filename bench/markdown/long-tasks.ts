import type { Page } from '@playwright/test'

const FORMATTED_MS = 60_000
const POLL_MS = 250
const STOPS = [0, 0.5, 1]

/** Must be called before the first page is opened. */
export const watchLongTasks = (page: Page) =>
  page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { longTasks: seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration)
    }).observe({ type: 'longtask', buffered: true })
  })

/**
 * Opens a conversation, waits until all of it is formatted and scrolls through it. @returns the longest task
 * in ms.
 */
export async function longestTask(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  // Locating by role in a large page, or polling every frame, would itself be a long task.
  const answer = page.locator('article[aria-label="Answer"]')
  await answer.waitFor({ timeout: FORMATTED_MS })
  await page.waitForFunction(() => document.querySelector('[data-later]') === null, null, {
    timeout: FORMATTED_MS,
    polling: POLL_MS,
  })
  for (const stop of STOPS)
    await answer.evaluate(async (element, share) => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (box.scrollHeight > box.clientHeight) box.scrollTop = share * box.scrollHeight
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))
    }, stop)
  return page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks))
}
