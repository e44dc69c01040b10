import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('the window grows, and the inspector says from how many turns', async ({ chat, page }) => {
  await chat.begin(`My boat ${madeUpName()} has two masts.`)
  await chat.askAndWait('And then?', 2)
  await chat.inspect(2)
  await expect(page.getByText(/Window of up to 9 messages, counting this one: it grows from 5/)).toBeVisible()
})

test('a demanding request gets a larger window, a short message a smaller one, and the inspector says why', async ({
  chat,
  page,
}) => {
  const boat = madeUpName()
  await page.goto('/settings#advanced')
  await page.getByRole('switch', { name: 'Let the window grow' }).click()
  await chat.begin(`My boat ${boat} has two masts.`)
  for (let number = 2; number <= 6; number++)
    await chat.askAndWait(`The weather on day ${number} of our trip was grey.`, number)
  await chat.askAndWait('Plan the paint work', 7)
  await chat.inspect(7)
  await expect(page.getByText(/^messages 1–6 .*the message asks for work \(“plan”\)/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the inspector' }).click()
  await chat.askAndWait('And then?', 8)
  await chat.inspect(8)
  await expect(page.getByText(/^messages 6–7 /)).toBeVisible()
  await page.getByRole('button', { name: 'Close the inspector' }).click()

  await chat.askAndWait('What did I tell you in turn 1 about the masts?', 9)
  await chat.inspect(9)
  await expect(
    page.getByText(/messages 5–8, plus message 1 \(named in the message\) \(\S+ tokens\)/),
  ).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('memory is switched off by touch and on by keyboard, and stays as chosen after a reload', async ({
    chat,
    page,
  }) => {
    const cat = madeUpName()
    await chat.begin(`My cat ${cat} likes milk.`)
    const memory = page.getByRole('button', { name: /^Memory: / })
    await memory.tap()
    await page.getByRole('menuitemradio', { name: /^Off/ }).tap()
    await expect(memory).toHaveAccessibleName('Memory: off')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await chat.askAndWait('Good evening to you.', 2)
    await expect(chat.quiet(2)).toContainText('Memory off')
    await page.reload()
    await expect(memory).toHaveAccessibleName('Memory: off')
    await expectAccessible(page)
    await memory.focus()
    await page.keyboard.press('Space')
    await page.getByRole('menuitemradio', { name: /^All conversations/ }).press('Enter')
    await expect(memory).toHaveAccessibleName('Memory: all conversations')
    await chat.askAndWait('Good night to you.', 3)
    await expect(chat.quiet(3)).not.toContainText('Memory off')
  })
})
