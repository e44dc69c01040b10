import { expectAccessible } from '../support/axe'
import { hydrated } from '../support/hydrated'
import { LOCAL_PORT, urlOf } from '../support/servers'
import { expect, test } from '../support/test'

test('programs of this computer come in without a token while the switch is on, and pages never do', async ({
  page,
}) => {
  const call = {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  }
  const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const status = async (headers: Record<string, string> = {}) =>
    (await fetch(`${urlOf(LOCAL_PORT)}/api/mcp`, { ...call, headers: { ...type, ...headers } })).status
  await page.goto('/settings/connections')
  const control = page.getByRole('switch', { name: 'Let programs on this computer in without a token' })
  await page.getByText('Advanced', { exact: true }).click()
  await expect(control).not.toBeChecked()
  await expectAccessible(page)
  expect(await status()).toBe(401)
  await hydrated(control)
  await control.click()
  await expect(page.getByText('Saved')).toBeVisible()
  // The settings that were read last are believed for some seconds.
  await expect.poll(() => status()).toBe(200)
  expect(await page.evaluate(async () => (await fetch('/api/v1/models')).status)).toBe(401)
  expect(await status({ origin: 'http://evil.example' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'none' })).toBe(401)
  await control.click()
  await expect.poll(() => status()).toBe(401)
  await page.reload()
  await expect(
    page.getByText(/calls? without a token let in, \d+ calls without a token refused/),
  ).toBeVisible()
})
