import type { Page } from '@playwright/test'
import { expectFits } from '../support/axe'
import { LIST_ROWS } from '../support/graph'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

async function fits(page: Page, without: string[] = []) {
  expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true)
  await expectFits(page, without)
}

test('on a low screen the start page opens at its top', async ({ chat, page }) => {
  await page.setViewportSize({ width: 390, height: 520 })
  await chat.open()
  const view = page.getByRole('region', { name: 'Conversation' })
  expect(await view.evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true)
  expect(await view.evaluate((one) => one.scrollTop)).toBe(0)
})

test('on a phone in dark mode: the chat, the drawer and the panel as a sheet', { tag: '@everyday' }, async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.open()
  await fits(page)
  await chat.askAndWait(`My neighbour ${person} lives in ${town}.`, 1)
  await chat.askAndWait(`Where does ${person} live?`, 2)
  await expect(chat.answer(2)).toContainText(town)
  const source = chat.answer(2).getByRole('link', { name: /^Source 1/ })
  // A finger beside the mark, within 24 px, still meets it.
  const met = await source.evaluate((mark) => {
    const { left, top, width, height } = mark.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const places = [
      [x - 11, y],
      [x + 11, y],
      [x, y - 11],
      [x, y + 11],
    ] as const
    return places.map(([px, py]) => document.elementFromPoint(px, py)?.closest('a') === mark)
  })
  expect(met).toEqual([true, true, true, true])
  await chat.expandThinking(2)
  await fits(page)

  await page.getByRole('button', { name: 'Memory, files and costs' }).click()
  await expect(page.getByRole('dialog', { name: 'About this message' })).toContainText(
    'Message 2, the latest',
  )
  await fits(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Navigation' }).getByRole('navigation', { name: 'Conversations' }),
  ).toBeVisible()
  await fits(page)
})

test('on a phone, Back closes the sheet and the drawer instead of leaving the page', async ({
  chat,
  page,
}) => {
  // This browser has no Back of Android; the newest close watcher is what it would ask.
  await page.addInitScript(() => {
    const scope = window as unknown as { CloseWatcher: new () => { requestClose(): void } }
    scope.CloseWatcher = class extends scope.CloseWatcher {
      constructor() {
        super()
        Object.assign(window, { pressBack: () => this.requestClose() })
      }
    }
  })
  const back = () => page.evaluate(() => (window as unknown as { pressBack(): void }).pressBack())
  await chat.begin(`My neighbour is ${madeUpName()}.`)
  for (const [opens, name] of [
    ['Memory, files and costs', 'About this message'],
    ['Open navigation', 'Navigation'],
  ] as const) {
    const address = page.url()
    const button = page.getByRole('button', { name: opens })
    await button.click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await back()
    await expect(page.getByRole('dialog', { name })).toBeHidden()
    await expect(button).toBeFocused()
    expect(page.url()).toBe(address)
  }
})

for (const place of ['Memory', 'Facts', 'Usage', 'Settings'])
  test(`on a phone in dark mode: ${place}, opened from the drawer`, async ({ chat, page }) => {
    await chat.begin(`My neighbour is ${madeUpName()}.`)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page
      .getByRole('dialog', { name: 'Navigation' })
      .getByRole('link', { name: place, exact: true })
      .click()
    // The previous page's title is removed slightly before the new one is set.
    await expect(page).toHaveTitle(new RegExp(`^${place}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await fits(page, [LIST_ROWS])
  })

test('on a phone in dark mode: the fields of Search and Facts are as high as a finger', async ({
  chat,
  page,
}) => {
  await chat.open()
  for (const place of ['search', 'facts']) {
    await page.goto(new URL(`/${place}`, page.url()).href)
    const field = page.getByRole('main').getByRole('textbox').first()
    await expect(field).toBeVisible()
    expect((await field.boundingBox())?.height).toBeGreaterThan(40)
  }
})

test('on a phone in dark mode: a restored file is visible in the composer and not hidden by a sheet', async ({
  chat,
  page,
}) => {
  await chat.begin('write "alpha one" to docs/plan.md')
  await chat.askAndWait('delete docs/plan.md', 2)
  await page.getByRole('button', { name: 'Memory, files and costs' }).click()
  const sheet = page.getByRole('dialog', { name: 'About this message' })
  await sheet.getByRole('tab', { name: 'Files' }).click()
  await sheet.getByRole('button', { name: 'Restore docs/plan.md' }).click()
  await expect(sheet).toBeHidden()
  const waiting = page.getByRole('list', { name: 'Files to send' })
  await expect(waiting.getByRole('listitem')).toHaveText([/docs\/plan\.md/])
  await expect(waiting).toBeFocused()
  await expect(waiting).toBeInViewport()
  await fits(page)
})

test('on a phone in dark mode: import with a report, and export', async ({ page }) => {
  const transfer = new Transfer(page)
  await transfer.open()
  await fits(page)
  await transfer.choose(
    'talk.json',
    JSON.stringify([
      chatGptConversation(madeUpName(), `${madeUpName()} ${'and more '.repeat(12)}`, [['user', 'Hello.']]),
      { hello: 1 },
    ]),
  )
  await expect(transfer.item('talk.json')).toContainText('1 conversation was not imported.')
  await fits(page)
})
