import { expectAccessible } from '../support/axe'
import { hydrated } from '../support/hydrated'
import { paste, pick, png, waitingImages } from '../support/images'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('a pasted image is sent, seen, opened and forgotten', async ({ chat, page }) => {
  const name = madeUpName()
  await chat.begin(`Hello from ${name}`)
  await paste(page, png('garden.png'))
  await expect(waitingImages(page)).toHaveAttribute('alt', 'garden.png')
  await expect(
    page.getByText(/The built-in engine cannot see images and will answer from your text only/),
  ).toBeVisible()
  await page.reload()
  await expect(waitingImages(page)).toHaveAttribute('alt', 'garden.png')
  await expectAccessible(page)
  await chat.ask(`This is the garden of ${name}`)
  await expect(waitingImages(page)).toHaveCount(0)
  await expect(chat.answer(2)).toContainText('I cannot see images')
  await chat.settled(2)

  await page.reload()
  await chat.settled(2)
  const thumb = chat.turn(2).getByRole('button', { name: 'View garden.png' })
  const image = thumb.getByRole('img')
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(320)
  const address = (await image.getAttribute('src')) ?? ''
  const response = await page.request.get(address)
  expect(response.headers()).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(response.headers()['content-security-policy']).toContain('sandbox')
  expect(Buffer.compare(await response.body(), png('garden.png').buffer)).toBe(0)
  await hydrated(thumb)
  await thumb.press('Enter')
  const view = page.getByRole('dialog', { name: 'garden.png' })
  await expect(view).toContainText('320 × 240')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(thumb).toBeFocused()

  await page.getByRole('button', { name: 'More for message 2' }).click()
  await page.getByRole('menuitem', { name: 'Forget this message…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(chat.turn(2)).toContainText('Message 2 was forgotten.')
  await expect(page.getByRole('img', { name: 'garden.png' })).toHaveCount(0)
  expect((await page.request.get(address)).status()).toBe(404)
})

test('images are picked up to four, removed again, and an SVG is refused in words', async ({
  chat,
  page,
}) => {
  await chat.open()
  await pick(page, ...[1, 2, 3, 4, 5].map((n) => png(`${n}.png`, n * 40)))
  await expect(waitingImages(page)).toHaveCount(4)
  await expect(page.getByText('At most 4 images per message, so 1 was left out.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove 2.png' }).click()
  await expect(waitingImages(page)).toHaveCount(3)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await pick(page, { name: 'bad.svg', mimeType: 'image/svg+xml', buffer: svg })
  await expect(page.getByText('“bad.svg” is an SVG, which can contain scripts.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove bad.svg' }).click()
  await chat.ask('Look at these')
  const thumbs = chat.turn(1).getByRole('list', { name: 'Images' }).getByRole('button')
  await expect(thumbs).toHaveCount(3)
  await thumbs.nth(2).click()
  await expect(page.getByRole('dialog', { name: '4.png' })).toContainText('3 of 3')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: '1.png' })).toContainText('1 of 3')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: '4.png' })).toBeVisible()
})
