import type { Page } from '@playwright/test'

type Sampled = { samples: number; moved: string[] }
type Sampler = { stop(): Sampled; now(): Sampled }

/**
 * Reads every 100 ms where the elements that match `selector` are. `moved` names those that are not where
 * they were in the first sample that has the last one of them, `last` included.
 */
export async function watchPositions(page: Page, selector: string, last: string) {
  await page.evaluate(
    ([selector, last]) => {
      const first = new Map<Element, number>()
      const moved = new Map<Element, string>()
      let samples = 0
      const sample = () => {
        const elements = [...document.querySelectorAll(selector)]
        if (first.size === 0 && !elements.some((element) => element.textContent?.includes(last))) return
        samples += 1
        for (const element of elements) {
          const { top, left } = element.getBoundingClientRect()
          const at = top * 10_000 + left
          if (samples === 1) first.set(element, at)
          const shift = (at - (first.get(element) ?? at)) / 10_000
          if (shift !== 0)
            moved.set(element, `${Math.round(shift * 100) / 100} px: ${element.textContent?.slice(0, 40)}`)
        }
        for (const element of first.keys())
          if (!element.isConnected) moved.set(element, `gone: ${element.textContent?.slice(0, 40)}`)
      }
      const timer = setInterval(sample, 100)
      const now = () => ({ samples, moved: [...moved.values()] })
      const stop = () => {
        sample()
        clearInterval(timer)
        return now()
      }
      Object.assign(window, { positions: { now, stop } satisfies Sampler })
    },
    [selector, last] as const,
  )
  return {
    /** How often it has looked. */
    samples: () => page.evaluate(() => (window as unknown as { positions: Sampler }).positions.now().samples),
    stop: () => page.evaluate(() => (window as unknown as { positions: Sampler }).positions.stop()),
  }
}
