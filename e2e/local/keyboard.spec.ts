import type { Page } from '@playwright/test'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: RegExp, key = 'Tab') {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      return {
        name: element?.getAttribute('aria-label') || element?.textContent?.trim() || '',
        shown: element === document.body || (element?.matches(':focus-visible') ?? false),
      }
    })
    expect(focused.shown, `the focus is visible on ${focused.name}`).toBe(true)
    if (name.test(focused.name)) return
  }
  throw new Error(`60 presses of ${key} do not reach ${name}`)
}

test('the whole app works by keyboard: asking, searching, navigating, switching and editing', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const { keyboard } = page
  await page.goto('/')
  await expect(chat.message).toBeFocused()
  await keyboard.type(`My neighbour ${person} lives in ${town}.`)
  await keyboard.press('Shift+Enter')
  await keyboard.type('That is all.')
  await keyboard.press('Enter')
  await chat.settled(1)
  await keyboard.type(`Where does ${person} live?`)
  await keyboard.press('Enter')
  await chat.settled(2)
  await expect(chat.answer(2)).toContainText(town)
  await expect(chat.message).toBeFocused()

  await tabTo(page, /^Thought/, 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(chat.round(2, 1)).toBeVisible()
  await keyboard.press('[')
  await expect(chat.turn(1)).toBeFocused()
  await keyboard.press(']')
  await expect(chat.turn(2)).toBeFocused()
  await keyboard.press('/')
  await expect(chat.message).toBeFocused()

  await tabTo(page, /^Thinking: /)
  await keyboard.press('Enter')
  await keyboard.press('Home')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Thinking: Auto' })).toBeFocused()

  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  for (const [key, address] of [
    ['m', '/memory'],
    ['k', '/facts'],
    ['u', '/usage'],
    ['p', '/playbook'],
    ['s', '/settings'],
    ['c', '/'],
  ] as const) {
    await keyboard.press('g')
    await keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    if (key !== 'c')
      await expect(
        page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]'),
      ).toHaveAttribute('href', address)
  }

  await chat.message.focus()
  await keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(chat.message).toBeFocused()
  await keyboard.press('Control+k')
  await keyboard.type(person)
  await expect(page.getByRole('option').first()).toContainText(person)
  await keyboard.press('Enter')
  await expect(chat.answer(2)).toContainText(town)
  await chat.message.focus()
  await keyboard.press('Control+k')
  await keyboard.type('tags of')
  await keyboard.press('Enter')
  const tag = page.getByRole('dialog').getByRole('combobox', { name: 'Add a tag' })
  await expect(tag).toBeFocused()
  await keyboard.type('neighbours')
  await expect(tag).toHaveValue('neighbours')
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await tabTo(page, /^Skip to content$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
