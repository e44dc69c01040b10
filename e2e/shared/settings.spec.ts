import { expectAccessible } from '../support/axe'
import { asksFor, playing, quotedIn } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

test('Settings shows where values come from; a new window applies to the next turn and can be reset', async ({
  chat,
  page,
}) => {
  const server = await serveOpenAi({
    model: playing({ answer: (question) => ({ text: `So: ${question}` }) }),
  })
  await connect(page, { ...server, key: 'sk-secret-of-settings-9876' })
  await page.goto('/settings#advanced')
  await expectAccessible(page)
  await expect(page.getByPlaceholder('A key ending in 9876 is stored')).toBeVisible()
  expect(await page.content()).not.toContain('sk-secret-of-settings')

  const size = page.getByRole('textbox', { name: 'Window', exact: true })
  await expect(size).toHaveValue('5')
  await size.fill('99')
  await expect(page.getByText('A whole number from 0 to 50.')).toBeVisible()
  await size.fill('2')
  await size.press('Enter')
  await page.getByRole('switch', { name: 'Let the window grow' }).click()
  await expect(page.getByText('Because windows adapt, at least 3 messages are sent.')).toBeVisible()
  await page.getByRole('switch', { name: 'Adapt the window to the message' }).click()
  await expect(page.getByText('Because windows adapt')).toBeHidden()
  await page.getByRole('switch', { name: 'Window: All messages' }).click()
  await expect(page.getByText(/^Warning: every call sends all earlier messages/)).toBeVisible()
  await page.getByRole('switch', { name: 'Window: All messages' }).click()
  await size.fill('2')
  await size.press('Enter')
  await expect(page.getByRole('button', { name: 'Reset Window', exact: true })).toBeVisible()

  await chat.open()
  for (const [index, question] of ['First thing.', 'Second thing.', 'Third thing.'].entries())
    await chat.askAndWait(question, index + 1)
  // Not the background call that looks for facts, which has a window of its own.
  const last = server.requests.findLast(asksFor('act', 'Third thing.'))
  expect(quotedIn(last?.options ?? null, 'window')).toContain('Second thing.')
  expect(quotedIn(last?.options ?? null, 'window')).not.toContain('First thing.')

  await page.goto('/settings#advanced')
  await expect(size).toHaveValue('2')
  await page.getByRole('button', { name: 'Reset Window', exact: true }).click()
  await expect(size).toHaveValue('5')
  await page.getByRole('button', { name: 'Reset Adapt the window to the message' }).click()
  await expect(page.getByRole('switch', { name: 'Adapt the window to the message' })).toBeChecked()
  await page.getByRole('button', { name: 'Reset Let the window grow' }).click()
  await expect(page.getByRole('switch', { name: 'Adapt the window to the message' })).toBeHidden()
  await page.getByRole('button', { name: 'Forget key' }).click()
  await expect(page.getByPlaceholder('Not needed by most local services')).toBeVisible()
  await page.getByRole('switch', { name: 'Stay offline' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const before = server.requests.length
  await chat.open()
  await expect(page.getByText('Built-in (no language model)').first()).toBeVisible()
  await chat.askAndWait('Hello', 1)
  expect(server.requests.slice(before).filter((request) => quotedIn(request.options, 'task') !== '')).toEqual(
    [],
  )

  await page.goto('/settings#advanced')
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(server.url)
  await page.getByRole('button', { name: "Use the environment's values" }).click()
  await expect(page.getByText('Environment values apply from your next message.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('')
  await expect(page.getByRole('switch', { name: 'Stay offline' })).not.toBeChecked()
  await expect(page.getByRole('button', { name: "Use the environment's values" })).toBeHidden()
  await server.close()
})
