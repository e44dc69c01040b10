import type { Page, Route } from '@playwright/test'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

/** Keeps the response to the message from the page; `reaches` = the server still gets the message, once. */
async function cutOff(page: Page, text: string, reaches: boolean) {
  let cut: () => void = () => {}
  const done = new Promise<void>((resolve) => {
    cut = resolve
  })
  let isOver = false
  await page.route('**/*', async (route: Route) => {
    if (isOver || !route.request().postData()?.includes(text)) return route.fallback()
    isOver = true
    if (reaches) await route.fetch().catch(() => {})
    cut()
  })
  return { done }
}

for (const reaches of [true, false])
  test(`after a reload while a message is being sent, its conversation opens: ${
    reaches ? 'it was stored' : 'it never reached the server'
  }`, async ({ chat, page }) => {
    const boat = madeUpName()
    const first = `My boat is called ${boat}.`
    await chat.open()
    const cut = await cutOff(page, boat, reaches)
    await chat.message.fill(first)
    await chat.message.press('Enter')
    await cut.done
    await page.reload()
    await expect(page).toHaveURL(/\/c\//)
    await chat.settled(1)
    await expect(chat.turn(1)).toContainText(first)
    await expect(chat.turn(2)).toBeHidden()
    await expect(chat.message).toHaveValue('')
    await page.reload()
    await chat.settled(1)
    await expect(chat.turn(2)).toBeHidden()

    const second = `And ${madeUpName()} is its captain.`
    const again = await cutOff(page, second, reaches)
    await chat.message.fill(second)
    await chat.message.press('Enter')
    await again.done
    await chat.message.fill('Typed meanwhile')
    await page.reload()
    await chat.settled(2)
    await expect(chat.turn(2)).toContainText(second)
    await expect(chat.turn(3)).toBeHidden()
    await expect(chat.message).toHaveValue('Typed meanwhile')

    await chat.message.fill('')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'New conversation' })).toBeVisible()
  })
