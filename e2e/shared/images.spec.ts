import { asksFor, playing } from '../support/dialogue'
import { paste, png, waitingImages } from '../support/images'
import { serveOpenAi } from '../support/openai-server'
import { claimPerson, signedIn } from '../support/people'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

test('an image reaches the model with its own bytes; another person cannot load it', async ({
  chat,
  page,
  browser,
}) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'A grey square.' }) }) })
  await connect(page, server)
  await chat.open()
  const image = png('plan.png', 0x33)
  await paste(page, image)
  await expect(page.getByText(/The image will be sent to test-model. If it does not accept/)).toBeVisible()
  await chat.ask('What is this?')
  await expect(chat.answer(1)).toContainText('A grey square.')
  await chat.settled(1)
  const url = `data:image/png;base64,${image.buffer.toString('base64')}`
  const [asked] = server.requests.filter(asksFor('act', 'What is this?'))
  expect(JSON.stringify(asked?.body)).toContain(JSON.stringify(url).slice(1, -1))
  await paste(page, png('next.png', 0x44))
  await expect(page.getByText('The image will be sent to test-model.', { exact: true })).toBeVisible()

  const src = (await chat.turn(1).getByRole('img').getAttribute('src')) ?? ''
  const address = new URL(src, page.url()).href
  const other = await browser.newContext()
  await other.addCookies([signedIn(claimPerson())])
  const [theirs, nobodys] = [await other.request.get(address), await page.request.get(`${address}x`)]
  expect([theirs.status(), nobodys.status()]).toEqual([404, 404])
  expect(await theirs.json()).toEqual(await nobodys.json())
  await other.close()
  await server.close()
})

test('a model without image input answers from the text; the composer says so from then on', async ({
  chat,
  page,
}) => {
  const server = await serveOpenAi({
    models: ['blind-model'],
    model: playing({ answer: () => ({ text: 'I could not see it.' }) }),
    refuse: (body) =>
      JSON.stringify(body).includes('image_url')
        ? { status: 400, message: 'This model does not support image input.' }
        : null,
  })
  await connect(page, { ...server, model: 'blind-model' })
  await chat.open()
  await paste(page, png('plan.png', 0x55))
  await expect(waitingImages(page)).toHaveCount(1)
  await chat.askAndWait('What is this?', 1)
  await expect(chat.answer(1)).toContainText('I could not see it.')
  await expect(chat.turn(1)).toContainText('blind-model does not accept images, so it answered from the text')
  await expect(chat.turn(1).getByRole('img', { name: 'plan.png' })).toBeVisible()
  await paste(page, png('more.png', 0x66))
  await expect(
    page.getByText('blind-model does not accept images and will answer from your text only.'),
  ).toBeVisible()
  await server.close()
})
