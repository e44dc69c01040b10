import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('a deleted conversation is restored from the trash, then deleted for good', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const name = madeUpName()
  await chat.open()
  await chat.askAndWait(`My shed is called ${name}.`, 1)
  const address = page.url()
  const own = page.locator(`a[href="${new URL(address).pathname}"]`)
  const remove = async () => {
    const row = chat.conversations.getByRole('listitem').filter({ has: own })
    await row.hover()
    await row.getByRole('button', { name: /^Actions for / }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('You can restore it from the Trash for 30 days.')).toBeVisible()
    await expect(page).toHaveTitle('Mneme')
  }
  const entry = page
    .getByRole('region', { name: 'Deleted conversations' })
    .getByRole('listitem')
    .filter({ hasText: name })

  await remove()
  await chat.conversations.getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveTitle(/^Trash/)
  await expect(entry).toContainText('1 message')
  await expect(entry).toContainText('30 days left')
  await expectAccessible(page)
  await entry.getByRole('button', { name: /^Restore / }).click()
  await expect(entry).toBeHidden()
  await expect(page.getByText('You can restore it from the Trash for 30 days.')).toBeHidden()
  await own.click()
  await expect(chat.answer(1)).toContainText(name)

  await remove()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This conversation is in the trash' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/was deleted just now.*30 days left/)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Restore' }).click()
  await expect(chat.answer(1)).toContainText(name)
  await expect(own).toBeVisible()

  await remove()
  await page.goto(address)
  await page.getByRole('main').getByRole('link', { name: 'Open the trash' }).click()
  await entry.getByRole('button', { name: /^Delete .* permanently$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete permanently?' })
  await expect(dialog).toContainText('This cannot be undone.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(entry).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
  await expect(entry).toBeHidden()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle(/^Page not found/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
})
