import { test as plain } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { claimPerson, signedIn } from '../support/people'
import { expect, test } from '../support/test'

plain(
  'a shared Mneme asks for the token once, refuses a wrong one in a sentence, lets its owner in and out',
  { tag: '@everyday' },
  async ({ page }) => {
    const person = claimPerson()
    await page.goto('/usage')
    await expect(page).toHaveURL(/\/access$/)
    await expectAccessible(page)
    await page.getByLabel('Access token').fill('not-the-token-of-anybody')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Access token').fill(person.token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.cookie)).toBe('')
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('A draft that stays mine.')
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('draft')
    await page.goto('/settings')
    await expect(page.getByText(`Signed in as ${person.name}`)).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await expect(page).toHaveURL(/\/access$/)
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft')
    expect(await page.context().cookies()).toEqual([])
    await page.goto('/usage')
    await expect(page).toHaveURL(/\/access$/)
  },
)

test('conversations are visible to their owner only', async ({ chat, browser }) => {
  await chat.begin('My diary is blue.')
  const address = chat.page.url()
  const other = await browser.newContext({ baseURL: new URL(address).origin })
  await other.addCookies([signedIn(claimPerson())])
  const page = await other.newPage()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText('My diary is blue.')).toHaveCount(0)
  await other.close()
})
