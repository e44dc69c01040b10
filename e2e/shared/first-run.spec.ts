import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/test'

test('a new user sees what Mneme is, runs the sample conversation, and finds it in memory and usage', async ({
  chat,
  page,
}) => {
  await chat.open()
  await expect(page.getByRole('heading', { name: /An agent that thinks before it answers/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'import your history' }).click()
  await expect(page.getByRole('heading', { name: 'Import and export' })).toBeVisible()
  await page.goto('/memory')
  await expect(page.getByText('Nothing remembered yet')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/usage')
  await expectAccessible(page)

  await chat.open()
  await chat.askAndWait('Hello.', 1)
  await chat.startAnother()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: 'Try the sample conversation' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Try the sample conversation/ }).click()
  await expect(page).toHaveURL(/\/c\//)
  await expect(page.getByRole('article', { name: 'Answer' }).last()).toBeVisible()
  await expect(chat.stop).toBeHidden()
  await expectAccessible(page)
  const id = chat.conversationId()
  await chat.startAnother()
  await expect(page.getByRole('button', { name: /^Try the sample conversation/ })).toBeHidden()
  await page.goto(`/memory?conversation=${id}`)
  await expect(
    page
      .getByRole('region', { name: 'Memory list' })
      .getByRole('row', { name: /recalled turn \d/ })
      .first(),
  ).toBeVisible()
  await page.goto(`/usage?conversation=${id}`)
  await expect(page.getByRole('figure', { name: 'Tokens per turn' })).toBeVisible()
})
