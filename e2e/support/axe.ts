import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, ContextObject, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
declare const axe: { run(context: ContextObject, options: RunOptions): Promise<AxeResults> }

export const PHONE = { viewport: { width: 390, height: 844 } }
/** Expects a page that is no wider than a phone, without axe violations. */
export async function expectFits(page: Page, without: string[] = []) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page, without)
}

/** Expects no axe violations on the page in its current state; `without` = selectors to exclude. */
export async function expectAccessible(page: Page, without: string[] = []) {
  // A page that is still loading has no heading or title yet.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect(page).toHaveTitle(/\S/)
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(
    (exclude) =>
      axe
        .run({ include: ['html'], exclude }, { resultTypes: ['violations'] })
        .then((found) => found.violations),
    without,
  )
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary?.split('\n').at(-1)?.trim()})`,
    ),
  )
  expect(faults).toEqual([])
}
