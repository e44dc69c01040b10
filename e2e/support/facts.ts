import { expect, type Page } from '@playwright/test'

/** The section of a subject on the Facts page. */
export const subject = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const row = (page: Page, words: string | RegExp) =>
  page.getByRole('region', { name: 'Known facts' }).getByRole('listitem').filter({ hasText: words })
/** The menu of a fact: "name: Miso". */
export const actions = (page: Page, fact: string) => page.getByRole('button', { name: `Actions for ${fact}` })

export async function openFacts(page: Page, search = '') {
  await page.goto(`/facts${search && `?q=${search}`}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Facts' })).toBeVisible()
}

/** Presses Tab until the element is focused. */
export async function tabTo(page: Page, name: RegExp) {
  const focused = page.locator(':focus')
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab')
    const label = (await focused.getAttribute('aria-label')) ?? (await focused.textContent()) ?? ''
    if (name.test(label.trim())) return
  }
  throw new Error(`Tab never reached ${name}`)
}
