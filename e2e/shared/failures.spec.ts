import { type ChaosServer, refusedUrl, startChaos } from '../support/chaos-server'
import { asksFor, playing } from '../support/dialogue'
import { connect } from '../support/provider'
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

test('an answer that breaks off keeps what was said, says why, and Retry completes it', async ({ chat, page }) => {
  const server = await chaos((request) => (asksFor('act')(request) ? 'error-event' : null), { model: playing({ answer: () => ({ text: 'All of it.' }) }) })
  await connect(page, server)
  await chat.ask('Answer me.')
  await expect(chat.turn(1).getByRole('alert')).toBeVisible()
  await expect(chat.turn(1).getByRole('alert')).not.toContainText(/undefined|\[object|Error:|at .*\.js/)
  await expect(chat.answer(1)).toHaveText('one two three')
  await page.reload()
  await expect(chat.answer(1)).toHaveText('one two three')

  server.plan(() => null)
  await chat.retry(1).click()
  await expect(chat.answer(1)).toHaveText('All of it.')
  await chat.settled(1)
  await expect(chat.turn(1).getByRole('alert')).toBeHidden()
  await expect(chat.turn(2)).toBeHidden()
})

test('an unreachable provider is said in a sentence; the message is kept and Retry works when it is back', async ({ chat, page }) => {
  await connect(page, { url: await refusedUrl() })
  await chat.ask('Is anybody there?')
  await expect(chat.turn(1).getByRole('alert')).toContainText(/could not be reached|cannot be reached/i, { timeout: 20_000 })
  await expect(chat.turn(1)).toContainText('Is anybody there?')
  await expect(chat.retry(1)).toBeVisible()

  const server = await chaos(() => null, { model: playing({ answer: () => ({ text: 'Yes.' }) }) })
  await page.goto('/settings')
  await page.getByRole('textbox', { name: 'Base URL' }).fill(server.url)
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.goBack()
  await chat.retry(1).click()
  await expect(chat.answer(1)).toHaveText('Yes.')
})
