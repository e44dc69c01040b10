import { readFileSync } from 'node:fs'
import { expectAccessible } from '../support/axe'
import { isRound, playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect, openModelForm } from '../support/provider'
import { expect, test } from '../support/test'

test('rounds that are typed in Settings are obeyed by the next turn', async ({ chat, page }) => {
  const server = await serveOpenAi({
    model: playing({
      think: (_, round) => ({
        text: `Thought ${round}.`,
        calls: [{ name: 'continue_thinking', args: { continueThinking: true, reason: `More ${round}.` } }],
      }),
      answer: () => ({ text: 'Done.' }),
    }),
  })
  await connect(page, server)
  await page.goto('/settings#thinking')
  const rounds = page.getByRole('textbox', { name: 'Rounds of thinking' })
  await expect(rounds).toHaveAttribute('placeholder', 'by level')
  await rounds.fill('2')
  await expect(page.getByText('Not saved yet. Press Enter to save.')).toBeVisible()
  await rounds.press('Enter')
  await expect(page.getByRole('button', { name: 'Reset Rounds of thinking' })).toBeVisible()

  await chat.begin('Why does bread rise?')
  expect([1, 2, 3].map((round) => server.requests.filter(isRound(round)).length)).toEqual([1, 1, 0])
  await server.close()
})

test('each value shows where it comes from unless it is the default, and can be reset', async ({ page }) => {
  await page.goto('/settings#thinking')
  const depth = page.getByRole('combobox', { name: 'How much thinking' })
  const steps = page.getByRole('textbox', { name: 'Steps' })
  const row = (control: typeof steps) => page.locator('section#thinking > div').filter({ has: control })
  await expect(row(depth)).toContainText('from the environment')
  await expect(row(steps)).not.toContainText(/default|set by you|environment/)
  await steps.fill('0')
  await expect(page.getByText('Enter a whole number from 1 to 50.')).toBeVisible()
  await steps.fill('7')
  await steps.press('Enter')
  await expect(row(steps)).toContainText('set by you')
  await expect(row(steps).getByText('Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Reset Steps' }).click()
  await expect(steps).toHaveValue('10')
  await expect(row(steps)).not.toContainText('set by you')
})

test('the sections are reached by link, by address and by keyboard, wide and narrow', async ({ page }) => {
  await page.goto('/settings#prices')
  const nav = page.getByRole('navigation', { name: 'Sections' })
  const here = nav.locator('[aria-current=location]')
  await expect(here).toHaveText('Advanced')
  await expect(page.getByRole('heading', { name: 'Prices' })).toBeInViewport()
  await expectAccessible(page)
  await nav.getByRole('link', { name: 'Memory' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#memory$/)
  await expect(here).toHaveText('Memory')
  await expect(page.getByRole('heading', { name: 'Memory', exact: true })).toBeInViewport()
  await page.getByRole('heading', { name: 'Memory', exact: true }).hover()
  await page.mouse.wheel(0, -100_000)
  await expect(here).toHaveText('Model')

  await page.setViewportSize({ width: 390, height: 844 })
  await nav.getByRole('link', { name: 'Your data' }).click()
  await expect(here).toHaveText('Your data')
  await expect(here).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Connections' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
})

test('at most fifteen controls are in sight, with and without a provider, until Advanced is opened', async ({
  page,
}) => {
  const controls = page
    .getByRole('main')
    .locator('button, input, select, textarea, a:not(nav a)')
    .and(page.locator(':not([aria-hidden=true])'))
  const inSight = () => controls.filter({ visible: true }).count()
  await page.goto('/settings')
  await openModelForm(page)
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toBeVisible()
  expect(await inSight()).toBeLessThanOrEqual(15)
  await expectAccessible(page)
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'Fine.' }) }) })
  await connect(page, { ...server, key: 'sk-of-the-tests' })
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Forget key' })).toBeVisible()
  expect(await inSight()).toBeLessThanOrEqual(15)
  await page.getByText('Advanced', { exact: true }).last().click()
  await expect(page.getByRole('combobox', { name: 'Utility model' })).toBeInViewport()
  expect(await inSight()).toBeGreaterThan(40)
  await server.close()
})

test('settings are exported without the key and imported without the provider', async ({ page }) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'Fine.' }) }) })
  await connect(page, { ...server, key: 'sk-secret-of-the-file-4321' })
  await page.goto('/settings#advanced')
  const size = page.getByRole('textbox', { name: 'Window', exact: true })
  await size.fill('8')
  await size.press('Enter')
  await expect(page.getByRole('button', { name: 'Reset Window' })).toBeVisible()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export settings' }).click()
  const file = await (await downloaded).path()
  const text = readFileSync(file, 'utf8')
  expect(text).not.toMatch(/sk-secret|4321/)
  expect(JSON.parse(text).settings).toMatchObject({ 'window.size': 8, provider: { baseUrl: server.url } })

  await page.getByRole('button', { name: 'Reset Window' }).click()
  await expect(size).toHaveValue('5')
  await page.getByLabel('Settings file').setInputFiles(file)
  // What the connection taught about its model may be in the file, too.
  await expect(page.getByText(/^1 setting imported\. Not imported: .*provider\.$/)).toBeVisible()
  await expect(size).toHaveValue('8')
  await server.close()
})

test('full texts are kept for ever unless a number of days is set, and Settings says what would be dropped', async ({
  page,
}) => {
  await page.goto('/settings#advanced')
  const days = page.getByRole('textbox', { name: 'Keep full texts for' })
  const old = page.getByRole('region', { name: 'Old full texts' })
  await expect(days).toHaveValue('')
  await expect(old).toBeHidden()
  await days.fill('7')
  await expect(page.getByText('Not saved. Enter a whole number from 30 to 3,650.')).toBeVisible()
  await days.fill('3650')
  await days.press('Enter')
  await expect(old).toContainText('Nothing to drop: every full text is newer or was recalled recently.')
  await expect(old.getByRole('button', { name: 'Drop now…' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reset Keep full texts for' }).click()
  await expect(old).toBeHidden()
})

test('Back from Import shows Settings again, also after a jump to one of its sections', async ({ page }) => {
  await page.goto('/settings')
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Advanced', exact: true })
    .click()
  await expect(page).toHaveURL(/\/settings#advanced$/)
  await page.getByRole('link', { name: 'Import and export' }).click()
  await expect(page.getByRole('heading', { name: 'Import and export', level: 1 })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }),
  ).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})
