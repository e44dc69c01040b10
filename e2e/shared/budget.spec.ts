import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { numberIn } from '../support/table'
import { expect, test } from '../support/test'

test('a monthly budget is drawn against this month, warns when it is used up, and blocks nothing', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  await chat.open()
  await chat.askAndWait(`I sail to ${name}.`, 1)
  await page.goto('/usage')
  await page.getByRole('link', { name: 'Set a monthly budget' }).click()
  const tokens = page.getByRole('textbox', { name: 'Tokens per month' })
  await tokens.fill('900000')
  await tokens.press('Enter')
  await expect(page.getByRole('button', { name: 'Reset Tokens per month' })).toBeVisible()

  await page.goto('/usage')
  const figure = page.getByRole('figure', { name: 'Monthly token budget' })
  await expect(figure.getByText(/^[\d,]+ tokens of 900M tokens this month \(0%\)\.$/)).toBeVisible()
  await expect(page.getByText('over budget')).toBeHidden()
  const today = await figure.getByRole('cell').last().textContent()
  const all = await page
    .getByText(/^[\d,.]+[KM]?$/)
    .first()
    .textContent()
  expect(numberIn(today ?? '')).toBe(numberIn(all ?? ''))
  await expectAccessible(page)

  await page.goto('/settings#budget')
  await tokens.fill('1')
  await tokens.press('Enter')
  await expect(page.getByRole('link', { name: 'Usage' }).getByText('over budget')).toBeVisible()
  await page.goto('/usage')
  await expect(figure.getByText(/^Over budget: [\d,]+ tokens this month/)).toBeVisible()
  await expectAccessible(page)
  await chat.open()
  await chat.askAndWait(`Where do I sail?`, 1)
  await expect(chat.turn(1)).toContainText(name)
})
