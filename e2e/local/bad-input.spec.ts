import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

const cutOff = (page: Page) =>
  page.route('**/*', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
  )

test('an empty message cannot be sent', async ({ chat, page }) => {
  await chat.open()
  for (const text of ['', '   ', '\n\n']) {
    await chat.message.fill(text)
    await expect(chat.send).toBeDisabled()
    await chat.message.press('Enter')
  }
  await expect(page).toHaveURL(/\/$/)
  await expect(chat.turn(1)).toBeHidden()
})

test('a message over 100,000 characters is refused and kept, and can be attached as a file', async ({
  chat,
  page,
}) => {
  const text = `${'mneme '.repeat(16_666)}mneme`
  expect(text).toHaveLength(100_001)
  await chat.open()
  await chat.message.fill(text)
  await expect(chat.alert('This message is 100,001 characters long; the limit is 100,000.')).toBeVisible()
  await expect(chat.send).toBeDisabled()
  await expect(chat.message).toHaveValue(text)
  await page.getByRole('button', { name: 'Attach as file' }).click()
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('message.txt')
  await chat.askAndWait('I attached my notes.', 1)
  await expect(chat.turn(1).getByRole('list', { name: 'Attached files' })).toContainText('message.txt')
})

test('a message of exactly 100,000 characters is accepted', async ({ chat }) => {
  await chat.open()
  await chat.message.fill(`${'mneme '.repeat(16_666)}done`)
  await expect(chat.send).toBeEnabled()
  await chat.send.click()
  await chat.settled(1)
  await expect(chat.turn(1).getByRole('button', { name: 'Show all 100,000 characters' })).toBeVisible()
})

test('a message is sent without the characters that nobody can see or store', async ({ chat }) => {
  await chat.open()
  await chat.message.evaluate((box: HTMLTextAreaElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
    set?.call(box, `PNG \0\u0001\ud800 end`)
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  await chat.send.click()
  await chat.settled(1)
  await expect(chat.turn(1).locator('[data-said=user]')).toHaveText('PNG  end')
  await expect(chat.message).toHaveValue('')
})

test('a message with refused files is not sent until they are removed, also by keyboard', async ({
  chat,
  page,
}) => {
  await chat.open()
  await chat.message.fill('Look at these.')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_000_001, 'a') },
    { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]) },
    { name: 'good.txt', mimeType: 'text/plain', buffer: Buffer.from('Fine.') },
  ])
  const files = page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')
  await expect(files.filter({ hasText: 'huge.txt' })).toContainText('the limit is 1 MB')
  await expect(files.filter({ hasText: 'photo.png' })).toContainText('is neither text nor an image')
  await chat.message.press('Enter')
  await expect(chat.alert('Not sent: huge.txt and photo.png could not be attached.')).toContainText(
    'Remove them, then send. You can attach another file.',
  )
  await expect(files).toHaveCount(3)
  await expect(chat.message).toHaveValue('Look at these.')
  await expect(chat.turn(1)).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove huge.txt' }).press('Enter')
  await expect(chat.alert('Not sent: photo.png could not be attached.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove file', exact: true }).press('Enter')
  await expect(chat.alert('Not sent')).toHaveCount(0)
  await expect(files).toHaveText([/good\.txt/])
  await expect(chat.message).toBeFocused()
  await chat.message.press('Enter')
  await chat.settled(1)
  await expect(chat.turn(1).getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveText([
    /good\.txt/,
  ])
})

test('while the server is unreachable, the message stays in the box; Retry sends it', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  await chat.open()
  await cutOff(page)
  await chat.ask(`My kite is called ${name}.`)
  await expect(chat.alert('Cannot reach Mneme. Nothing was lost.')).toBeVisible()
  await expect(chat.message).toHaveValue(`My kite is called ${name}.`)
  // Only sending works again, so that the page has not noticed yet.
  await page.unroute('**/*')
  await page.route('**/*', (route) =>
    route.request().postData()?.includes(name) || route.request().method() !== 'POST'
      ? route.continue()
      : route.abort('connectionrefused'),
  )
  await chat.alert('Cannot reach Mneme.').getByRole('button', { name: 'Retry' }).click()
  await expect(chat.answer(1)).toContainText(name)
  await page.unroute('**/*')
  await expect(chat.message).toHaveValue('')
})

test('while the server is unreachable, a link leads nowhere and says why', async ({ chat, page }) => {
  await chat.open()
  await chat.message.fill('A draft.')
  await cutOff(page)
  const lost = page.getByText('Cannot reach Mneme. Reconnecting; your draft is kept.')
  await expect(lost).toBeVisible()
  const playbook = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lessons' })
  await playbook.click()
  await expect(page.getByText('Nothing was lost. Check that it is running, then try again.')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('usage')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing was lost. Check that it is running, then try again.')).toHaveCount(3)
  await expect(chat.message).toHaveValue('A draft.')
  await page.unroute('**/*')
  await expect(lost).toBeHidden()
  await playbook.click()
  await expect(page).toHaveURL(/\/playbook$/)
})

test('once connected again, the error goes away by itself and the message can be sent', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  await chat.open()
  await cutOff(page)
  await chat.ask(`My kite is called ${name}.`)
  await expect(chat.alert('Cannot reach Mneme. Nothing was lost.')).toBeVisible()
  await page.unroute('**/*')
  const again = page.getByRole('status').filter({ hasText: 'Connected again.' })
  await expect(again).toContainText('Your message is still in the box and has not been sent.')
  await expect(chat.alert('Cannot reach Mneme.')).toHaveCount(0)
  await expect(chat.message).toHaveValue(`My kite is called ${name}.`)
  await expectAccessible(page)
  await again.getByRole('button', { name: 'Send now' }).click()
  await expect(chat.answer(1)).toContainText(name)
  await expect(again).toHaveCount(0)
})

test('a message whose acknowledgement was lost is shown once connected again, not sent twice', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  await chat.open()
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // The server takes the message, but the browser never hears of it.
    if (route.request().postData()?.includes(name)) await route.fetch()
    return route.abort('connectionreset')
  })
  await chat.ask(`My kite is called ${name}.`)
  await expect(chat.alert('Cannot reach Mneme. Nothing was lost.')).toBeVisible()
  await page.unroute('**/*')
  await expect(chat.answer(1)).toContainText(name)
  await expect(chat.alert('Cannot reach Mneme.')).toHaveCount(0)
  await expect(chat.message).toHaveValue('')
  await page.reload()
  await chat.settled(1)
  await expect(page.getByRole('region', { name: /^Message \d+$/ })).toHaveCount(1)
  await expect(chat.message).toHaveValue('')
})

test('a double click sends a message once', async ({ chat, page }) => {
  await chat.open()
  await chat.message.fill('Hello')
  await chat.send.dblclick()
  await chat.settled(1)
  await page.reload()
  await chat.settled(1)
  await expect(page.getByRole('region', { name: /^Message \d+$/ })).toHaveCount(1)
  await expect(chat.queue).toBeHidden()
})

test('a page from an older build keeps the message, reloads and sends it once', async ({ chat, page }) => {
  const name = madeUpName()
  await chat.open()
  const stale = await page.evaluate(() => performance.timeOrigin)
  await page.route('**/*', async (route) => {
    const headers = route.request().headers()
    await route.continue(
      headers['next-action'] ? { headers: { ...headers, 'next-action': 'f'.repeat(42) } } : {},
    )
  })
  await chat.message.fill(`My kite is called ${name}.`)
  await Promise.all([page.waitForEvent('load'), chat.send.click()])
  await page.unroute('**/*')
  expect(await page.evaluate(() => performance.timeOrigin)).toBeGreaterThan(stale)
  await expect(page.getByText(`My kite is called ${name}.`).first()).toBeVisible()
  if (await chat.alert().isVisible()) await chat.alert().getByRole('button', { name: 'Retry' }).click()
  await expect(chat.answer(1)).toContainText(name)
  await expect(page.getByRole('region', { name: /^Message \d+$/ })).toHaveCount(1)
})

test('an unknown address shows an error page with a way back, and no request of the page fails', async ({
  chat,
  page,
}) => {
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      failed.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  const posted = page.waitForResponse((response) => response.request().method() === 'POST')
  for (const address of [`/c/${madeUpName()}`, '/c/..%2F..%2Fetc', `/${madeUpName()}`, '/nope/at/all']) {
    const opened = await page.goto(address)
    if (!address.startsWith('/c/')) expect(opened?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  expect((await posted).status()).toBe(200)
  await page.getByRole('main').getByRole('link', { name: 'New conversation' }).click()
  await expect(chat.message).toBeVisible()
  expect(failed).toEqual([])
})

test('a title and a file name show no marks that reverse text', async ({ chat, page }) => {
  const name = madeUpName()
  await chat.open()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${name}\u202egpj.md`, mimeType: 'text/plain', buffer: Buffer.from('Fine.') })
  const file = page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')
  await expect(file).toContainText(`${name}gpj.md`)
  await chat.askAndWait(`Plan the \u202e${name}\u202c garden\u0007`, 1)
  await expect(chat.row(new RegExp(name))).toHaveText(new RegExp(`^Plan the ${name} garden`))
})
