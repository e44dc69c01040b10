import { expect, type Page } from '@playwright/test'

/** The row of the lesson with this title. */
export const strategy = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Known lessons' }).getByRole('listitem', { name: title, exact: true })
export const historyPanel = (page: Page) => page.getByRole('complementary', { name: 'History' })

export async function openPlaybook(page: Page, query = '') {
  await page.goto(`/playbook${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Lessons' })).toBeVisible()
}

export async function choose(page: Page, title: string, item: string) {
  await strategy(page, title)
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Opens an item of the page's menu. */
export async function openMore(page: Page, item: string) {
  await page.getByRole('button', { name: 'More for lessons' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** A lesson is named by its first words; its title is set under Advanced. */
export async function addStrategy(page: Page, title: string, content: string, domain = '') {
  const draft = `Draft: ${title}`
  await page.getByRole('button', { name: 'Add a lesson', exact: true }).click()
  const form = page.getByRole('form', { name: 'Add a lesson' })
  await form.getByRole('textbox', { name: 'Do', exact: true }).fill(draft)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form).toBeHidden()
  await choose(page, draft, 'Edit')
  const edit = page.getByRole('form', { name: `Edit ${draft}` })
  await edit.getByText('Advanced').click()
  await edit.getByRole('textbox', { name: 'Title' }).fill(title)
  await edit.getByRole('combobox', { name: 'Domain (optional)' }).fill(domain)
  await edit.getByRole('textbox', { name: 'Do', exact: true }).fill(content)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
}
