import type { Page } from '@playwright/test'

export type Typed = { text: string; letter: number; ms: number }
type Watched = { keys: { text: string; ms: number }[]; stop(): void }

/** Notes, inside the page, how long after each key its own results were drawn; results of an earlier text do not count. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('input[inputmode=search]')
    const waiting = new Map<string, number>()
    const keys: { text: string; ms: number }[] = []
    let pressed = 0
    const onKey = (event: KeyboardEvent) => {
      pressed = event.timeStamp
    }
    const onInput = () => waiting.set(field?.value ?? '', pressed)
    const look = () => {
      const text = document.querySelector('[data-answers]')?.getAttribute('data-answers') ?? ''
      const since = waiting.get(text)
      if (since === undefined) return
      waiting.delete(text)
      requestAnimationFrame(() => setTimeout(() => keys.push({ text, ms: performance.now() - since })))
    }
    addEventListener('keydown', onKey, { capture: true })
    field?.addEventListener('input', onInput)
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-answers'] })
    const stop = () => {
      removeEventListener('keydown', onKey, { capture: true })
      field?.removeEventListener('input', onInput)
      observer.disconnect()
    }
    Object.assign(window, { watched: { keys, stop } })
  })

/** Types each text into the search page as a person does, and says when the results of each letter were there. Letters whose results never came are missing. */
export async function typeAndWait(page: Page, url: string, texts: readonly string[], delay: number): Promise<Typed[]> {
  const typed: Typed[] = []
  for (const text of texts) {
    await page.goto(`${url}/search`)
    const field = page.getByRole('textbox', { name: 'Search all memory' })
    await field.waitFor()
    await field.focus()
    await watch(page)
    await field.pressSequentially(text, { delay })
    await page.locator(`[data-answers=${JSON.stringify(text)}]`).waitFor()
    const keys = await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))
      const { watched } = window as unknown as { watched: Watched }
      watched.stop()
      return watched.keys
    })
    typed.push(...keys.map((key) => ({ text, letter: key.text.length, ms: key.ms })))
  }
  return typed
}
