import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing on the page, as it stands now, that axe objects to. */
export async function expectAccessible(page: Page) {
  // A page that is still on its way has no heading or title yet.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect(page).toHaveTitle(/\S/)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary?.split('\n').at(-1)?.trim()})`,
    ),
  )
  expect(faults).toEqual([])
}
