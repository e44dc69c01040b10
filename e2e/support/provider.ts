import { expect, type Page } from '@playwright/test'
import type { Api } from './openai-types'

/** `origin` = address of Mneme, for projects without a base URL. */
export type Connection = { url: string; api?: Api; key?: string; model?: string; origin?: string }
const API_NAMES: Record<Api, string> = { chat: 'Chat Completions', responses: 'Responses' }

/** Opens the form in Settings, which is closed while no model is set. */
export const openModelForm = (page: Page) => page.locator('summary', { hasText: 'Connect a model' }).click()

/** Fills in the form in Settings without saving it; no model is set yet. */
export async function fillProvider(
  page: Page,
  { url, api = 'chat', key = 'sk-of-the-tests', model = 'test-model', origin = '' }: Connection,
) {
  await page.goto(`${origin}/settings#advanced`)
  await openModelForm(page)
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
  await page.getByLabel('API key').fill(key)
  for (const name of ['Model', 'Fast model', 'Utility model']) {
    const field = page.getByRole('combobox', { name, exact: true })
    // The form fills in the only model of a service, perhaps at this very moment.
    await expect(async () => {
      await field.fill(model)
      await expect(field).toHaveValue(model, { timeout: 1_000 })
    }).toPass()
  }
  await page.getByRole('combobox', { name: 'API', exact: true }).click()
  await page.getByRole('option', { name: API_NAMES[api] }).click()
}

/** Saves despite a failed test, for services that refuse or are unreachable. */
export const saveUnchecked = (page: Page) =>
  page.getByRole('button', { name: 'Save without checking' }).click()

export async function saveProvider(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. It applies from your next message.')).toBeVisible()
}

/** Connects a provider from the first page, and stays on that page. */
export async function connect(
  page: Page,
  { url, key, model = 'test-model', unchecked = false }: Omit<Connection, 'api'> & { unchecked?: boolean },
) {
  await page.goto('/')
  await page.getByRole('button', { name: /^Connect a model/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(url)
  if (key) await dialog.getByLabel('API key').fill(key)
  await dialog.getByRole('combobox', { name: 'Model', exact: true }).fill(model)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  if (unchecked) await saveUnchecked(page)
  await expect(dialog).toBeHidden()
}
