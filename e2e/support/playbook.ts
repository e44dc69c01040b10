import { expect, type Page } from '@playwright/test'

/** The row of the strategy with this title. */
export const strategy = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Strategies by section' })
    .getByRole('listitem', { name: new RegExp(`: ${title}$`) })
export const historyPanel = (page: Page) => page.getByRole('complementary', { name: 'History' })

export async function openPlaybook(page: Page, query = '') {
  await page.goto(`/playbook${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Playbook' })).toBeVisible()
}

export async function choose(page: Page, title: string, item: string) {
  await strategy(page, title)
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function addStrategy(page: Page, title: string, content: string, domain = '') {
  await page.getByRole('button', { name: 'Add a strategy', exact: true }).click()
  const form = page.getByRole('form', { name: 'Add a strategy' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('textbox', { name: 'What to do' }).fill(content)
  await form.getByRole('combobox', { name: 'Domain (optional)' }).fill(domain)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form).toBeHidden()
}
