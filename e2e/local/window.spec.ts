import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('the window grows, and each answer says from how many turns', async ({ chat, page }) => {
  await chat.open()
  await chat.askAndWait(`My boat ${madeUpName()} has two masts.`, 1)
  await chat.askAndWait('And then?', 2)
  await chat.thinking(2).getByRole('button', { name: '1 earlier turn' }).click()
  await expect(page.getByRole('menu')).toContainText(
    'Window of up to 9 turns, counting this one: it grows from 5',
  )
})

test('a demanding request gets a larger window, a short message a smaller one, and each answer says why', async ({
  chat,
  page,
}) => {
  const boat = madeUpName()
  await page.goto('/settings#advanced')
  await page.getByRole('switch', { name: 'Let the window grow' }).click()
  await chat.open()
  await chat.askAndWait(`My boat ${boat} has two masts.`, 1)
  for (let number = 2; number <= 6; number++)
    await chat.askAndWait(`The weather on day ${number} of our trip was grey.`, number)
  await chat.askAndWait('Plan the paint work', 7)
  const badge = chat.thinking(7).getByRole('button', { name: '6 earlier turns' })
  await badge.click()
  const menu = page.getByRole('menu', { name: '6 earlier turns' })
  await expect(menu).toContainText('turns 1–6')
  await expect(menu).toContainText('the message asks for work (“plan”)')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await chat.askAndWait('And then?', 8)
  await expect(chat.thinking(8).getByRole('button', { name: '2 earlier turns' })).toBeVisible()

  await chat.askAndWait('What did I tell you in turn 1 about the masts?', 9)
  await chat.thinking(9).getByRole('button', { name: '5 earlier turns' }).click()
  await expect(page.getByRole('menu')).toContainText('turns 5–8, plus turn 1 (named in the message)')
  await page.getByRole('menuitem', { name: 'Inspect this turn' }).click()
  await expect(page.getByText(/turns 5–8, plus turn 1 \(named in the message\) \(\S+ tokens\)/)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('memory is switched off by touch and on by keyboard, and stays as chosen after a reload', async ({
    chat,
    page,
  }) => {
    const cat = madeUpName()
    await chat.open()
    await chat.askAndWait(`My cat ${cat} likes milk.`, 1)
    const memory = page.getByRole('switch', { name: 'Memory' })
    await expect(memory).toBeChecked()
    await memory.tap()
    await expect(memory).not.toBeChecked()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await chat.askAndWait('Good evening to you.', 2)
    await chat.expandThinking(2)
    await expect(chat.thinking(2).getByRole('button', { name: /memory off$/ })).toBeVisible()
    await page.reload()
    await expect(memory).not.toBeChecked()
    await expectAccessible(page)
    await memory.focus()
    await page.keyboard.press('Space')
    await expect(memory).toBeChecked()
    await chat.askAndWait('Good night to you.', 3)
    await chat.expandThinking(3)
    await expect(chat.thinking(3).getByRole('button', { name: /memory off$/ })).toHaveCount(0)
  })
})
