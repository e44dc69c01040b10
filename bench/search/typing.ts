import type { Page } from '@playwright/test'

export type Typed = { text: string; letter: number; ms: number }
type Watched = { keys: { text: string; ms: number }[]; ended: AbortController }

/**
 * Records in the page how long after each key its own results were painted. Its functions are anonymous,
 * because the compiler would add a name helper that the page does not have.
 */
const watch = (page: Page) =>
  page.evaluate(() => {
    const watched = { keys: [] as { text: string; ms: number }[], ended: new AbortController(), pressed: 0 }
    const waiting = new Map<string, number>()
    const { signal } = watched.ended
    const field = document.querySelector<HTMLInputElement>('input[inputmode=search]')
    addEventListener('keydown', (event) => Object.assign(watched, { pressed: event.timeStamp }), {
      capture: true,
      signal,
    })
    field?.addEventListener('input', () => waiting.set(field.value, watched.pressed), { signal })
    new MutationObserver(() => {
      const text = document.querySelector('[data-answers]')?.getAttribute('data-answers') ?? ''
      const since = waiting.get(text)
      if (since === undefined || signal.aborted) return
      waiting.delete(text)
      requestAnimationFrame(() =>
        setTimeout(() => watched.keys.push({ text, ms: performance.now() - since })),
      )
    }).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-answers'],
    })
    Object.assign(window, { watched })
  })

/** A new page focuses the field once it is hydrated, which `bench -- pages` measures. */
const ready = (page: Page) =>
  page.waitForFunction(
    () =>
      document.activeElement?.matches('input[inputmode=search]') &&
      new Promise((idle) => requestIdleCallback(() => idle(true))),
  )

/**
 * Types each text into the search page and returns when the results of each letter appeared. Letters without
 * results are omitted.
 */
export async function typeAndWait(
  page: Page,
  url: string,
  texts: readonly string[],
  delay: number,
): Promise<Typed[]> {
  const typed: Typed[] = []
  for (const text of texts) {
    await page.goto(`${url}/search`)
    const field = page.getByRole('textbox', { name: 'Search all memory' })
    await ready(page)
    await watch(page)
    await field.pressSequentially(text, { delay })
    await page.locator(`[data-answers=${JSON.stringify(text)}]`).waitFor()
    const keys = await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))
      const { watched } = window as unknown as { watched: Watched }
      watched.ended.abort()
      return watched.keys
    })
    typed.push(...keys.map((key) => ({ text, letter: key.text.length, ms: key.ms })))
  }
  return typed
}
