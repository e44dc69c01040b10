import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { hydrated } from '../support/hydrated'
import { openToWrite } from '../support/ledger-file'
import { madeUpName } from '../support/names'
import { SHARED_PORT, urlOf } from '../support/servers'
import { expect, test } from '../support/test'

/** The status that a program gets, which has no cookie. */
const statusWith = async (key: string, headers: Record<string, string> = {}) =>
  (
    await fetch(`${urlOf(SHARED_PORT)}/api/v1/models`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
  ).status
const REFUSED = [401, 403, 421]
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Tokens' }).getByRole('listitem', { name })
const start = async (page: Page) => {
  await page.goto('/settings/connections')
  const open = page.getByRole('button', { name: 'Connect a program' }).first()
  await hydrated(open)
  await open.click()
  return page.getByRole('form', { name: 'Connect a program' })
}

test('a token is made, seen once, renewed and revoked, and a program is let in as long as it works', async ({
  page,
}) => {
  const name = `Laptop of ${madeUpName()}`
  await page.goto('/settings#your-data')
  await page.getByRole('link', { name: 'Connections' }).click()
  await expect(page).toHaveURL(/\/settings\/connections$/)
  await expect(page.getByText('No program is connected')).toBeVisible()
  await expectAccessible(page)

  const form = await start(page)
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  const make = form.getByRole('button', { name: 'Make a token' })
  await expect(make).toBeDisabled()
  await page.keyboard.type(name)
  for (const scope of ['Read memory', 'Add to memory']) await form.getByLabel(scope).uncheck()
  await expect(make).toBeDisabled()
  await form.getByLabel('Read memory').check()
  await form.getByLabel('Chat').check()
  await form.getByRole('combobox', { name: 'Expires after' }).click()
  await page.getByRole('option', { name: '30 days' }).click()
  await expectAccessible(page)
  await make.click()

  const made = page.getByRole('region', { name: `The token “${name}”` })
  await expect(made).toBeFocused()
  const key = (await made.getByText(/^mneme_[\w-]{43}$/).textContent())?.trim() ?? ''
  await expect(made).toContainText(
    `claude mcp add --transport http --scope user mneme ${urlOf(SHARED_PORT)}/api/mcp --header "Authorization: Bearer ${key}"`,
  )
  await made.getByRole('combobox', { name: 'Program' }).click()
  await page.getByRole('option', { name: 'Codex' }).click()
  await expect(made).toContainText('[mcp_servers.mneme]')
  await expectAccessible(page)
  const row = rowOf(page, name)
  await expect(row).toContainText('May read memory and chat · never used · expires on')

  expect(REFUSED).not.toContain(await statusWith(key))
  expect(await statusWith(`${key}x`)).toBe(401)
  expect(await statusWith(key, { cookie: 'mneme_access=x' })).toBe(403)
  expect(await statusWith(key, { origin: 'http://evil.example' })).toBe(403)

  await made.getByRole('button', { name: 'Done' }).click()
  await expect(made).toBeHidden()
  await page.reload()
  await expect(row).toBeVisible()
  expect(await page.content()).not.toContain(key)
  await row.getByRole('button', { name: `Last calls of ${name}` }).click()
  await expect(row).toContainText('No calls yet.')

  await row.getByRole('button', { name: `Renew ${name}` }).click()
  const renewing = page.getByRole('dialog', { name: `Renew “${name}”?` })
  await expectAccessible(page)
  await renewing.getByRole('button', { name: 'Renew' }).click()
  const next = (await made.getByText(/^mneme_[\w-]{43}$/).textContent())?.trim() ?? ''
  await expect(row).toContainText('May read memory and chat')
  expect(await statusWith(key)).toBe(401)
  expect(REFUSED).not.toContain(await statusWith(next))

  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  const revoking = page.getByRole('dialog', { name: `Revoke “${name}”?` })
  await revoking.getByRole('button', { name: 'Cancel' }).click()
  expect(REFUSED).not.toContain(await statusWith(next))
  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  await revoking.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('revoked on')
  await expect(row.getByRole('button', { name: /^Re(new|voke)/ })).toHaveCount(0)
  await expect(made).toBeHidden()
  expect(await statusWith(next)).toBe(401)
})

test('a token that is about to end warns, and lists its last calls', async ({ page }) => {
  const name = `Desk of ${madeUpName()}`
  const form = await start(page)
  await page.keyboard.type(name)
  await form.getByRole('button', { name: 'Make a token' }).click()
  const row = rowOf(page, name)
  await expect(row).toContainText('never used')
  const db = openToWrite(SHARED_PORT)
  const iso = (ms: number) => new Date(Date.now() + ms).toISOString().replace('Z', '+00:00')
  const { id, ownerId } = db
    .prepare(`UPDATE "AccessToken" SET "expiresAt" = ?, "lastUsedAt" = ? WHERE "name" = ? RETURNING *`)
    .get(iso(3.5 * 86_400_000), iso(-60_000), name) as { id: string; ownerId: string }
  db.prepare(
    `INSERT INTO "OutsideCall" ("id", "tokenId", "ownerId", "tool", "at", "ids", "count") VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(`call_${id}`, id, ownerId, 'recall', iso(-60_000), '["turn:turn_a1","fact:fact_b2"]', 2)
  db.close()
  await page.reload()
  await expect(row).toContainText('last used 1 minute ago · expires in 3 days')
  await row.getByRole('button', { name: `Last calls of ${name}` }).click()
  await expect(row.getByRole('row').nth(1)).toContainText(
    'recall1 minute ago2 resultsturn:turn_a1 fact:fact_b2',
  )
  await expectAccessible(page)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the page fits a phone in ${colorScheme} mode`, async ({ page }) => {
    const name = `Phone of ${madeUpName()}`
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    const form = await start(page)
    await page.keyboard.type(name)
    await form.getByRole('button', { name: 'Make a token' }).click()
    await expect(rowOf(page, name)).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page)
  })
