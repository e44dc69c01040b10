import { expect, type Locator } from '@playwright/test'

/** Waits until React listens to an element that the server rendered: a key pressed before that is lost. */
export const hydrated = (element: Locator) =>
  expect
    .poll(() => element.evaluate((one) => Object.keys(one).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)
