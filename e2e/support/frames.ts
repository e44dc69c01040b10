import type { Locator, Page } from '@playwright/test'

/** Until the page has painted `count` more frames: 60 a second at most, fewer on a busy machine. */
export const frames = (page: Page, count: number) =>
  page.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        let left = count
        const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve())
        next()
      }),
    count,
  )

export const topOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().top)

/** The same once it has stayed for 20 frames. */
export const restingTop = (place: Locator) =>
  place.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let [last, same] = [Number.NaN, 0]
        const look = () => {
          const { top } = element.getBoundingClientRect()
          same = top === last ? same + 1 : 0
          last = top
          if (same < 20) requestAnimationFrame(look)
          else resolve(top)
        }
        look()
      }),
  )
