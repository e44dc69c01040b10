import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { serveOpenAi } from '../support/openai-server'
import { ScriptedModel } from '../support/scripted-model'
import { expect, test } from '../support/test'

// One after the other: both look at the same ports.
test.describe.configure({ mode: 'default' })

async function openProviders(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Model: Built-in (no language model)' }).click()
  await page.getByRole('dialog', { name: 'Model' }).getByRole('button', { name: 'Connect a model' }).click()
  return page.getByRole('dialog', { name: 'Connect a model' })
}

test('connecting offers the service on this machine, with its models, and tries the one that is chosen', async ({
  page,
}) => {
  const server = await serveOpenAi({
    port: 11434,
    model: new ScriptedModel(() => ({ text: 'OK' })),
    models: ['nomic-embed-text', 'qwen3:8b', 'llama3.3'],
  })
  const dialog = await openProviders(page)
  await dialog.getByRole('button', { name: 'Ollama 3 models' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Base URL' })).toHaveValue(server.url)
  await expect(dialog.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue('')
  await expect(dialog.getByRole('option')).toHaveText(['llama3.3', 'qwen3:8b'])
  await expectAccessible(page)
  await dialog.getByRole('option', { name: 'qwen3:8b' }).click()
  await expect(dialog.getByText('qwen3:8b answered in')).toBeVisible()
  await dialog.getByRole('button', { name: 'OpenRouter' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://openrouter.ai/api/v1')
  await server.close()
})

test('services found on this machine do not move Save from under the pointer', async ({ page }) => {
  let finish = () => {}
  const held = new Promise<void>((resolve) => (finish = resolve))
  await page.route('/', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const dialog = await openProviders(page)
  await expect(dialog.getByRole('button', { name: 'Looking on this machine…' })).toBeVisible()
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  const before = await save.boundingBox()
  finish()
  await expect(dialog.getByText('None found on the usual ports of this machine.')).toBeVisible()
  expect(await save.boundingBox()).toEqual(before)
})
