import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/test'

test('an answer is rated with a reason, keeps it after a reload, and the rating can be taken back', async ({
  chat,
  page,
}) => {
  await chat.begin('How many files are in the workspace?')
  const bad = chat.turn(1).getByRole('button', { name: 'Bad answer' })
  await bad.click()
  await expect(bad).toHaveAttribute('aria-pressed', 'true')
  const why = page.getByRole('textbox', { name: 'What was wrong?' })
  await expect(why).toBeVisible()
  await expectAccessible(page)
  await why.fill('It should have counted them.')
  await why.press('Enter')
  await expect(why).toBeHidden()

  await page.reload()
  await expect(bad).toHaveAttribute('aria-pressed', 'true')
  const given = chat.turn(1).getByRole('button', { name: /^You said: / })
  await expect(given).toHaveText('You said: It should have counted them. Change')
  await expectAccessible(page)
  await given.click()
  await expect(why).toHaveValue('It should have counted them.')
  await why.fill('There are three.')
  await why.press('Enter')
  await expect(given).toHaveText('You said: There are three. Change')
  await page.reload()
  await expect(given).toHaveText('You said: There are three. Change')
  await chat.turn(1).getByRole('button', { name: 'Good answer' }).click()
  await expect(chat.turn(1).getByRole('button', { name: /^Bad answer/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await page.getByRole('button', { name: 'Remembered well' }).click()
  await expect(page.getByRole('form', { name: 'Why?' })).toBeHidden()
  const good = chat.turn(1).getByRole('button', { name: 'Good answer' })
  await chat.turn(1).getByRole('button', { name: 'Good answer: undo' }).click()
  await expect(good).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(good).toHaveAttribute('aria-pressed', 'false')
})
