import type { Page } from '@playwright/test'

const LIVE = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]'

/** Records what live regions say from now on, as a screen reader would. */
export async function hearPage(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate((live) => {
    const heard: string[] = []
    const last = new Map<Element, string>()
    for (const region of document.querySelectorAll(live)) last.set(region, region.textContent?.trim() ?? '')
    new MutationObserver(() => {
      for (const region of document.querySelectorAll(live)) {
        const text = region.textContent?.trim() ?? ''
        if (text && text !== last.get(region)) heard.push(text)
        last.set(region, text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { heard })
  }, LIVE)
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}
