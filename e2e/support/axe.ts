import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no axe violations on the page in its current state; `without` = selectors to exclude. */
export async function expectAccessible(page: Page, without: string[] = []) {
  // A page that is still loading has no heading or title yet.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect(page).toHaveTitle(/\S/)
  // Run in the page itself, which has no frames of other origins, and without the details of what passed.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  for (const part of without) builder.exclude(part)
  const { violations } = await builder.analyze()
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary?.split('\n').at(-1)?.trim()})`,
    ),
  )
  expect(faults).toEqual([])
}
