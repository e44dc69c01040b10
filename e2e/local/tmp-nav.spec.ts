import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('nav is not starved by slow polls', async ({ chat, page }) => {
  await chat.open()
  for (const n of [1, 2]) await chat.askAndWait(`I sail to ${madeUpName()}.`, n)
  const id = chat.conversationId()
  let actions = 0
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'POST' && route.request().headers()['next-action']) {
      actions += 1
      await new Promise((done) => setTimeout(done, Number(process.env.POLL_MS ?? 2950)))
    }
    await route.continue()
  })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.CPU ?? 6) })
  for (let round = 0; round < 3; round++) {
    await page.goto(`/usage?conversation=${id}&since=2020-01-01&until=2020-01-31`)
    await expect(page.getByText('No turn was sent in this period')).toBeVisible()
    await page.waitForTimeout(round * 1500)
    const begin = Date.now()
    const before = actions
    await page.getByRole('link', { name: 'Show all time' }).click()
    const ok = await page
      .getByRole('figure', { name: 'Tokens per turn' })
      .waitFor({ timeout: 30_000 })
      .then(
        () => true,
        () => false,
      )
    console.log('ROUND', round, ok, Date.now() - begin, 'ms', actions - before, 'actions', page.url())
  }
})
