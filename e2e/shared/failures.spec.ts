import { expectAccessible } from '../support/axe'
import { type ChaosServer, refusedUrl, startChaos } from '../support/chaos-server'
import { asksFor, playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect, openModelForm, saveUnchecked } from '../support/provider'
import { expect, test } from '../support/test'

const servers: ChaosServer[] = []
const chaos = async (...args: Parameters<typeof startChaos>) => {
  const server = await startChaos(...args)
  servers.push(server)
  return server
}
test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

test('an answer that breaks off keeps its text and gives the reason, and Retry completes it', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const server = await chaos(() => null, { model: playing({ answer: () => ({ text: 'All of it.' }) }) })
  await connect(page, server)
  server.plan((request) => (asksFor('act')(request) ? 'error-event' : null))
  await chat.ask('Answer me.')
  await expect(chat.turn(1).getByRole('alert')).toBeVisible()
  await expect(chat.turn(1).getByRole('alert')).not.toContainText(/undefined|\[object|Error:|at .*\.js/)
  await expect(chat.answer(1)).toHaveText('one two three')
  await page.reload()
  await expect(chat.answer(1)).toHaveText('one two three')

  server.plan(() => null)
  await chat.retry(1).dblclick()
  await expect(chat.answer(1)).toHaveText('All of it.')
  await chat.settled(1)
  await expect(page.getByText('cannot be retried')).toBeHidden()
  await expect(chat.turn(1).getByRole('alert')).toBeHidden()
  await expect(chat.turn(2)).toBeHidden()
})

test('an unreachable provider is reported, the message is kept, and Retry works once it is back', async ({
  chat,
  page,
}) => {
  const url = await refusedUrl()
  await connect(page, { url, unchecked: true })
  await chat.ask('Is anybody there?')
  await expect(chat.turn(1).getByRole('alert')).toContainText(
    `The provider at ${new URL(url).host} cannot be reached`,
    { timeout: 20_000 },
  )
  await expect(chat.turn(1)).toContainText('Is anybody there?')
  await expect(chat.retry(1)).toBeVisible()

  const server = await chaos(() => null, { model: playing({ answer: () => ({ text: 'Yes.' }) }) })
  await chat.turn(1).getByRole('link', { name: 'Model settings' }).click()
  await expect(page.getByText('not confirmed')).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Base URL' }).fill(server.url)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByText('not confirmed')).toHaveCount(0)
  await page.goBack()
  await chat.retry(1).click()
  await expect(chat.answer(1)).toHaveText('Yes.')
})

test('a long model name from the provider does not widen the dialog on a phone', async ({ page }) => {
  const server = await serveOpenAi({
    model: playing({ answer: () => ({ text: 'Yes.' }) }),
    models: ['a-very-long-name'.repeat(12)],
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: /^Connect a model/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  const address = dialog.getByRole('textbox', { name: 'Base URL' })
  await address.fill(server.url)
  const { width } = (await address.boundingBox()) ?? { width: 0 }
  await address.press('Tab')
  await expect(dialog.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue(/^a-very-long/)
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(dialog.getByText('answered in')).toBeVisible()
  expect((await address.boundingBox())?.width).toBe(width)
  await server.close()
})

test('Save tries the model, reports the result, and allows saving anyway', async ({ page }) => {
  await page.goto('/settings')
  await openModelForm(page)
  const address = page.getByRole('textbox', { name: 'Base URL' })
  const model = page.getByRole('combobox', { name: 'Model', exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const provider = page.getByRole('region', { name: 'Model', exact: true })
  const url = await refusedUrl()
  await address.fill(url)
  await save.click()
  const alert = provider.getByRole('alert')
  await expect(alert).toContainText(
    `The provider at ${new URL(url).host} cannot be reached: connection refused.`,
  )
  await expect(alert).toContainText(`Tried ${url}/models.`)
  await expectAccessible(page)
  await page.reload()
  await openModelForm(page)
  await expect(address).toHaveValue('')

  const server = await chaos(({ body }) => (body.model === 'another' ? 'unauthorised' : null))
  await address.fill(server.url)
  await address.press('Tab')
  await expect(model).toHaveValue('test-model')
  await save.click()
  await expect(page.getByText('Saved. It applies from your next message.')).toBeVisible()
  await expect(provider.getByText('not confirmed')).toHaveCount(0)

  await model.fill('another')
  await save.click()
  await expect(alert).toContainText('requires an API key')
  await saveUnchecked(page)
  await expect(page.getByText('Saved without checking.')).toBeVisible()
  await expect(provider.getByText('not confirmed')).toHaveCount(1)
})
