import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Nothing on the page, as it stands now, that axe objects to; `without` = parts that are left out, by
 * selector.
 */
export async function expectAccessible(page: Page, without: string[] = []) {
  // A page that is still on its way has no heading or title yet.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect(page).toHaveTitle(/\S/)
  const builder = without.reduce((axe, part) => axe.exclude(part), new AxeBuilder({ page }))
  const { violations } = await builder.analyze()
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary?.split('\n').at(-1)?.trim()})`,
    ),
  )
  expect(faults).toEqual([])
}
